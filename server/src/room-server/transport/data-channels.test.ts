import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { unguarded } from '../../lib/guard.ts';
import { DataChannels } from './data-channels.ts';
import { SCTP_PORT } from './sctp-association.ts';
import { buildChunk, buildSctpPacket, chunkType, isAfter, parseSctpPacket } from './sctp-packet.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const WHOLE = 3;
const CONTROL = 50;

/** Creates channels after the peer's handshake. `sent` collects the packets for the peer. */
function connect(failed: (reason: string) => void, backlog = { bytes: 0 }) {
  const sent: Buffer[] = [];
  const channels = new DataChannels(async (packet) => void sent.push(packet), failed, unguarded, backlog);
  const init = Buffer.alloc(16);
  for (const at of [0, 4, 12]) init.writeUInt32BE(1, at);
  channels.receive(buildSctpPacket(SCTP_PORT, 0, [buildChunk(chunkType.init, 0, init)]));
  const answer = parseSctpPacket(sent[0]!)!.chunks[0]!.body;
  const tag = answer.readUInt32BE(0);
  const cookie = answer.subarray(20, 16 + answer.readUInt16BE(18));
  const send = (type: number, flags: number, body: Buffer) =>
    channels.receive(buildSctpPacket(SCTP_PORT, tag, [buildChunk(type, flags, body)]));
  send(chunkType.cookieEcho, 0, cookie);
  const open = (count: number) => {
    const body = Buffer.alloc(12 + 12);
    body.writeUInt32BE(count + 1, 0);
    body.writeUInt16BE(count & 0xffff, 6);
    body.writeUInt32BE(CONTROL, 8);
    body[12] = 0x03;
    send(chunkType.data, WHOLE, body);
    vi.advanceTimersByTime(10);
  };
  /** Acknowledges everything that was sent. */
  const acknowledge = () => {
    const chunks = sent.flatMap((packet) => parseSctpPacket(packet)!.chunks);
    const tsns = chunks.filter(({ type }) => type === chunkType.data).map(({ body }) => body.readUInt32BE(0));
    const last = tsns.reduce((a, b) => (isAfter(b, a) ? b : a));
    const body = Buffer.alloc(12);
    body.writeUInt32BE(last, 0);
    body.writeUInt32BE(2 ** 20, 4);
    send(chunkType.sack, 0, body);
  };
  return { channels, open, acknowledge };
}

test('a peer that opens endless channels is disconnected', () => {
  const failed = vi.fn();
  const { channels, open } = connect(failed);
  for (let count = 0; count < 100; count++) open(count);
  expect(failed).not.toHaveBeenCalled();
  for (let count = 100; count < 2_000; count++) open(count);
  expect(failed).toHaveBeenCalled();
  channels.close();
});

test('data waiting for a peer, with its overhead, also counts for its owner, until it is acknowledged', () => {
  const backlog = { bytes: 0 };
  const peers = [connect(() => undefined, backlog), connect(() => undefined, backlog)];
  for (const { channels, open, acknowledge } of peers) {
    open(0);
    acknowledge();
    vi.advanceTimersByTime(60_000);
    expect(channels.unacknowledgedMs).toBe(0);
    for (let count = 0; count < 1_000; count++) channels.send('', Buffer.alloc(1));
    expect(channels.heldBytes).toBeGreaterThan(400_000);
  }
  const [one, other] = peers as [(typeof peers)[0], (typeof peers)[0]];
  expect(backlog.bytes).toBe(one.channels.heldBytes + other.channels.heldBytes);
  other.channels.close();
  expect(backlog.bytes).toBe(one.channels.heldBytes);

  vi.advanceTimersByTime(20_000);
  one.acknowledge();
  vi.advanceTimersByTime(20_000);
  expect(one.channels.unacknowledgedMs).toBe(20_000);
  while (one.channels.heldBytes > 0) one.acknowledge();
  expect([backlog.bytes, one.channels.unacknowledgedMs]).toEqual([0, 0]);
  one.channels.sendOnceOpen('that is not open', Buffer.alloc(1));
  expect(backlog.bytes).toBe(one.channels.heldBytes);
  one.channels.close();
  expect(backlog.bytes).toBe(0);
});
