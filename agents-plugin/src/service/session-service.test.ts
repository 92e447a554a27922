import { decodeJwt } from 'jose';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mintAvatarToken } from './avatar-token.ts';
import { SessionService } from './session-service.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Starts a session. The service responds with these statuses, one after another; 0 breaks the connection. */
async function start(...statuses: number[]) {
  const keys: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get('idempotency-key'));
    const status = statuses.shift();
    if (!status) throw new TypeError('fetch failed');
    return new Response('{"session":{}}', { status });
  });
  const outcome = new SessionService({ apiKey: 'vv_key' })
    .start({
      name: 'A call',
      avatar: { id: 'avt_1' },
      remoteAgentConnectingIdentity: { identity: 'agent' },
    })
    .catch(({ status }: { status: number }) => status);
  await vi.runAllTimersAsync();
  return { keys, outcome: await outcome };
}

test('a request is sent again, with the same key, after a broken connection or a temporary error', async () => {
  const { keys, outcome } = await start(0, 503, 201);
  expect(outcome).toEqual({ session: {} });
  expect(keys).toHaveLength(3);
  expect(keys[0]).toMatch(/.{36}/);
  expect(new Set(keys).size).toBe(1);
});

test('a refused request is not sent again', async () => {
  const { keys, outcome } = await start(422, 201);
  expect([keys.length, outcome]).toEqual([1, 422]);
});

test('no key', () => {
  vi.stubEnv('VISAVIS_API_KEY', undefined);
  expect(() => new SessionService()).toThrow('VISAVIS_API_KEY');
  vi.unstubAllEnvs();
});

test('the token of the avatar is an agent that publishes on behalf of another', async () => {
  const token = await mintAvatarToken({
    apiKey: 'key',
    apiSecret: 'a-secret-of-at-least-32-characters',
    room: 'their-room',
    identity: 'visavis-avatar',
    name: 'Mira',
    agentIdentity: 'agent-1',
  });
  expect(decodeJwt(token)).toMatchObject({
    sub: 'visavis-avatar',
    kind: 'agent',
    attributes: { 'lk.publish_on_behalf': 'agent-1' },
    video: { roomJoin: true, room: 'their-room' },
  });
});
