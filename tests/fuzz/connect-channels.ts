import { DataChannels } from '@visavis/server/dist/room-server/transport/data-channels.js';
import {
  buildChunk,
  buildSctpPacket,
  chunkType,
  parseSctpPacket,
  readParameters,
} from '@visavis/server/dist/room-server/transport/sctp-packet.js';

const COOKIE = 7;

/** Returns data channels after the peer's handshake, with an initial TSN of 1. The peer's packets must carry `tag`. */
export function connectChannels() {
  const failures: string[] = [];
  let answer: Buffer | undefined;
  const transmit = (packet: Buffer) => {
    answer ??= packet;
    return Promise.resolve();
  };
  const channels = new DataChannels(transmit, (reason) => void failures.push(reason));
  const init = Buffer.from('00000007001000000400040000000001', 'hex');
  channels.receive(buildSctpPacket(5000, 0, [buildChunk(chunkType.init, 0, init)]));
  const body = parseSctpPacket(answer!)!.chunks[0]!.body;
  const tag = body.readUInt32BE(0);
  const cookie = readParameters(body.subarray(16)).find(([type]) => type === COOKIE)![1];
  channels.receive(buildSctpPacket(5000, tag, [buildChunk(chunkType.cookieEcho, 0, cookie)]));
  return { channels, tag, failures };
}
