import {
  ICEServer,
  JoinResponse,
  LeaveRequest,
  RegionInfo,
  RegionSettings,
  SessionDescription,
  SignalResponse,
  TrickleRequest,
} from '@livekit/protocol';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { isPublicAddress } from '../../lib/public-fetch.ts';
import { HostSignals } from './host-signals.ts';

/** Resolves the host names of these tests; addresses go to the real resolver. */
const names = new Map<string, Promise<{ address: string; family: number }[]>>();
vi.mock('node:dns/promises', async (original) => {
  const real = await original<typeof import('node:dns/promises')>();
  return { ...real, lookup: (name: string) => names.get(name) ?? real.lookup(name, { all: true }) };
});
afterEach(() => {
  names.clear();
  vi.useRealTimers();
});

const PUBLIC = '8.8.8.8';
/** Every way to write an address inside that a candidate or a server may have. */
const INSIDE = [
  '127.0.0.1',
  '10.1.2.3',
  '169.254.169.254',
  '172.16.0.1',
  '192.168.0.1',
  '100.64.0.1',
  '0.0.0.0',
  '::1',
  'fe80::1',
  'fd00::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::1',
  '0177.0.0.1',
  '0x7f.1',
  '2130706433',
  '127.1',
  'localhost',
  'inside.invalid',
];

async function pass(message: SignalResponse['message']): Promise<SignalResponse['message'] | undefined> {
  const passed = await new HostSignals(isPublicAddress).pass(new SignalResponse({ message }).toBinary());
  return passed && SignalResponse.fromBinary(passed).message;
}

const candidate = (address: string) => `candidate:1 1 udp 2130706431 ${address} 7882 typ host`;
const trickle = (text: string) =>
  pass({
    case: 'trickle',
    value: new TrickleRequest({ candidateInit: JSON.stringify({ candidate: text, sdpMid: '0' }) }),
  });

describe('what the server of a caller may tell the client of the avatar', () => {
  test.each(INSIDE)('no candidate %s', async (address) => {
    expect(await trickle(candidate(address))).toBeUndefined();
    const sdp = ['v=0', `a=${candidate(address)}`, `a=${candidate(PUBLIC)}`, 'a=end-of-candidates'];
    for (const type of ['offer', 'answer'] as const) {
      const value = new SessionDescription({ type, sdp: sdp.join('\r\n') });
      expect(await pass({ case: type, value })).toMatchObject({
        value: { sdp: ['v=0', `a=${candidate(PUBLIC)}`, 'a=end-of-candidates'].join('\r\n') },
      });
    }
  });

  test('candidates that are public, the end of them, and no more than a bound', async () => {
    expect(await trickle(candidate(PUBLIC))).toBeDefined();
    expect(await trickle('')).toBeDefined();
    const sdp = Array.from({ length: 200 }, () => `a=${candidate(PUBLIC)}`).join('\r\n');
    const answer = await pass({ case: 'answer', value: new SessionDescription({ type: 'answer', sdp }) });
    expect((answer!.value as SessionDescription).sdp.split('\r\n')).toHaveLength(64);
  });

  test('no other server to go to, and TURN at public addresses alone, which are no names any more', async () => {
    const urls = (...list: string[]) => [new ICEServer({ urls: list, username: 'u', credential: 'c' })];
    const join = async (iceServers: ICEServer[]) => {
      const value = new JoinResponse({ alternativeUrl: 'ws://127.0.0.1:1', iceServers });
      const passed = await pass({ case: 'join', value });
      return passed?.value as JoinResponse;
    };
    for (const inside of INSIDE) {
      const host = inside.includes(':') ? `[${inside}]` : inside;
      const { alternativeUrl, iceServers } = await join(
        urls(`turn:${host}:3478?transport=udp`, `turns:${host}:443?transport=tcp`, `stun:${host}`),
      );
      expect({ alternativeUrl, iceServers }).toEqual({ alternativeUrl: '', iceServers: [] });
    }
    const outside = await join(
      urls(`turn:${PUBLIC}:3478?transport=udp`, 'turns:turn.example:443?transport=tcp', 'turn:2130706433:1'),
    );
    expect(outside.iceServers).toMatchObject([
      { urls: [`turn:${PUBLIC}:3478?transport=udp`], username: 'u', credential: 'c' },
    ]);
    const regions = new RegionSettings({ regions: [new RegionInfo({ url: 'ws://127.0.0.1:1' })] });
    const left = await pass({ case: 'leave', value: new LeaveRequest({ regions, canReconnect: true }) });
    expect(left?.value).toMatchObject({ canReconnect: true });
    expect((left!.value as LeaveRequest).regions).toBeUndefined();
  });

  test('a name that cannot be resolved in a second costs its server, and STUN is not asked for', async () => {
    vi.useFakeTimers();
    names.set('slow.example', new Promise(() => undefined));
    names.set('quick.example', Promise.resolve([{ address: PUBLIC, family: 4 }]));
    const iceServers = ['turn:slow.example:3478', 'stun:slow.example:3478', 'turn:quick.example:3478'].map(
      (url) => new ICEServer({ urls: [url] }),
    );
    let passed: SignalResponse['message'] | undefined;
    void pass({ case: 'join', value: new JoinResponse({ iceServers }) }).then((message) => {
      passed = message;
    });
    await vi.advanceTimersByTimeAsync(900);
    expect(passed).toBeUndefined();
    await vi.advanceTimersByTimeAsync(200);
    expect(passed?.value).toMatchObject({ iceServers: [{ urls: [`turn:${PUBLIC}:3478`] }] });

    const stun = new ICEServer({ urls: ['stun:slow.example:3478'] });
    const atOnce = await pass({ case: 'join', value: new JoinResponse({ iceServers: [stun] }) });
    expect(atOnce?.value).toMatchObject({ iceServers: [] });
  });

  test('what is no message', async () => {
    const signals = new HostSignals(isPublicAddress);
    await expect(signals.pass(Buffer.from('\xff\xff\xff', 'latin1'))).rejects.toThrow();
  });
});
