/** Chunk types of RFC 9260 §3.2, RFC 3758 (forward TSN) and RFC 6525 (re-configuration). */
export const chunkType = {
  data: 0,
  init: 1,
  initAck: 2,
  sack: 3,
  heartbeat: 4,
  heartbeatAck: 5,
  abort: 6,
  shutdown: 7,
  shutdownAck: 8,
  error: 9,
  cookieEcho: 10,
  cookieAck: 11,
  shutdownComplete: 14,
  reconfig: 130,
  forwardTsn: 192,
} as const;

/** Flags of a DATA chunk; `immediate` (RFC 7053) asks the receiver not to delay its acknowledgement. */
export const dataFlag = { end: 1, begin: 2, unordered: 4, immediate: 8 } as const;

export interface Chunk {
  readonly type: number;
  readonly flags: number;
  readonly body: Buffer;
}

export interface SctpPacket {
  readonly verificationTag: number;
  readonly chunks: readonly Chunk[];
}

export type Parameter = readonly [type: number, value: Buffer];

/** The maximum size of a sent SCTP packet: with DTLS, UDP and IPv6 headers well below any common path MTU. */
export const MAX_SCTP_PACKET_BYTES = 1200;
const PACKET_HEADER_BYTES = 12;
export const ROOM_FOR_CHUNKS = MAX_SCTP_PACKET_BYTES - PACKET_HEADER_BYTES;
/** The header size of a DATA chunk. */
export const DATA_HEADER_BYTES = 16;

const padded = (bytes: number) => (bytes + 3) & ~3;

/** @returns undefined for anything malformed, including a wrong checksum. */
export function parseSctpPacket(packet: Buffer): SctpPacket | undefined {
  if (packet.length < PACKET_HEADER_BYTES + 4 || checksumOf(packet) !== packet.readUInt32LE(8))
    return undefined;
  const chunks: Chunk[] = [];
  for (let at = PACKET_HEADER_BYTES; at + 4 <= packet.length; ) {
    const length = packet.readUInt16BE(at + 2);
    if (length < 4 || at + length > packet.length) return undefined;
    const body = packet.subarray(at + 4, at + length);
    chunks.push({ type: packet[at]!, flags: packet[at + 1]!, body });
    at += padded(length);
  }
  return { verificationTag: packet.readUInt32BE(4), chunks };
}

/** @param chunks whole chunks, as returned by `buildChunk` */
export function buildSctpPacket(port: number, verificationTag: number, chunks: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(PACKET_HEADER_BYTES);
  header.writeUInt16BE(port, 0);
  header.writeUInt16BE(port, 2);
  header.writeUInt32BE(verificationTag, 4);
  const packet = Buffer.concat([header, ...chunks]);
  packet.writeUInt32LE(checksumOf(packet), 8);
  return packet;
}

export function buildChunk(type: number, flags: number, body: Buffer): Buffer {
  const chunk = Buffer.alloc(4 + padded(body.length));
  chunk[0] = type;
  chunk[1] = flags;
  chunk.writeUInt16BE(4 + body.length, 2);
  body.copy(chunk, 4);
  return chunk;
}

/** Returns the parameters at the end of a chunk, without truncated ones. */
export function readParameters(body: Buffer): Parameter[] {
  const parameters: Parameter[] = [];
  for (let at = 0; at + 4 <= body.length; ) {
    const length = body.readUInt16BE(at + 2);
    if (length < 4 || at + length > body.length) break;
    parameters.push([body.readUInt16BE(at), body.subarray(at + 4, at + length)]);
    at += padded(length);
  }
  return parameters;
}

export function buildParameter([type, value]: Parameter): Buffer {
  const parameter = Buffer.alloc(padded(4 + value.length));
  parameter.writeUInt16BE(type, 0);
  parameter.writeUInt16BE(4 + value.length, 2);
  value.copy(parameter, 4);
  return parameter;
}

/** Whether `a` comes after `b`, modulo 2³² (RFC 1982). */
export function isAfter(a: number, b: number): boolean {
  return ((a - b) | 0) > 0;
}

export function nextNumber(number: number): number {
  return (number + 1) >>> 0;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let crc = index;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1;
  return crc;
});

/** Returns the CRC32c of a packet, with its own checksum field taken as zero (RFC 9260 §6.8). */
function checksumOf(packet: Buffer): number {
  let crc = 0xffffffff;
  for (let at = 0; at < packet.length; at++) {
    const byte = at >= 8 && at < 12 ? 0 : packet[at]!;
    crc = crcTable[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
