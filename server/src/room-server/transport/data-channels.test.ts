import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DataChannels } from './data-channels.ts';
import { SCTP_PORT } from './sctp-association.ts';
import { buildChunk, buildSctpPacket, chunkType, parseSctpPacket } from './sctp-packet.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const WHOLE = 3;
const CONTROL = 50;

test('who opens channels without end is cut off', () => {
  const failed = vi.fn();
  const sent: Buffer[] = [];
  const channels = new DataChannels(async (packet) => void sent.push(packet), failed);
  const init = Buffer.alloc(16);
  for (const at of [0, 4, 12]) init.writeUInt32BE(1, at);
  channels.receive(buildSctpPacket(SCTP_PORT, 0, [buildChunk(chunkType.init, 0, init)]));
  const answer = parseSctpPacket(sent[0]!)!.chunks[0]!.body;
  const tag = answer.readUInt32BE(0);
  const cookie = answer.subarray(20, 16 + answer.readUInt16BE(18));
  channels.receive(buildSctpPacket(SCTP_PORT, tag, [buildChunk(chunkType.cookieEcho, 0, cookie)]));
  const open = (count: number) => {
    const body = Buffer.alloc(12 + 12);
    body.writeUInt32BE(count + 1, 0);
    body.writeUInt16BE(count & 0xffff, 6);
    body.writeUInt32BE(CONTROL, 8);
    body[12] = 0x03;
    channels.receive(buildSctpPacket(SCTP_PORT, tag, [buildChunk(chunkType.data, WHOLE, body)]));
    vi.advanceTimersByTime(10);
  };
  for (let count = 0; count < 100; count++) open(count);
  expect(failed).not.toHaveBeenCalled();
  for (let count = 100; count < 2_000; count++) open(count);
  expect(failed).toHaveBeenCalled();
  channels.close();
});
