/** A parsed RTP packet (RFC 3550 §5.1); `payload` is a view of the packet without header and padding. */
export interface RtpPacket {
  readonly bytes: Buffer;
  readonly payloadType: number;
  readonly marker: boolean;
  readonly sequence: number;
  readonly timestamp: number;
  readonly ssrc: number;
  readonly payload: Buffer;
}

const ONE_BYTE_PROFILE = 0xbede;

/** @returns undefined for a malformed packet. */
export function parseRtp(bytes: Buffer): RtpPacket | undefined {
  if (bytes.length < 12 || bytes[0]! >> 6 !== 2) return undefined;
  let start = 12 + (bytes[0]! & 0x0f) * 4;
  if ((bytes[0]! & 0x10) !== 0) {
    if (bytes.length < start + 4) return undefined;
    start += 4 + bytes.readUInt16BE(start + 2) * 4;
  }
  const end = bytes.length - ((bytes[0]! & 0x20) === 0 ? 0 : bytes[bytes.length - 1]!);
  if (start > end) return undefined;
  return {
    bytes,
    payloadType: bytes[1]! & 0x7f,
    marker: (bytes[1]! & 0x80) !== 0,
    sequence: bytes.readUInt16BE(2),
    timestamp: bytes.readUInt32BE(4),
    ssrc: bytes.readUInt32BE(8),
    payload: bytes.subarray(start, end),
  };
}

/** Returns the value of a header extension (RFC 8285, one- or two-byte form), or undefined. `id` 0 is never found. */
export function readExtension(bytes: Buffer, id: number): Buffer | undefined {
  if (id === 0 || (bytes[0]! & 0x10) === 0) return undefined;
  const start = 12 + (bytes[0]! & 0x0f) * 4;
  const profile = bytes.readUInt16BE(start);
  const end = start + 4 + bytes.readUInt16BE(start + 2) * 4;
  const oneByte = profile === ONE_BYTE_PROFILE;
  if (!oneByte && (profile & 0xfff0) !== 0x1000) return undefined;
  let offset = start + 4;
  while (offset < end) {
    const head = bytes[offset]!;
    if (head === 0) {
      offset++;
      continue;
    }
    const found = oneByte ? head >> 4 : head;
    if (oneByte && found === 15) return undefined;
    const valueAt = offset + (oneByte ? 1 : 2);
    const valueEnd = valueAt + (oneByte ? (head & 0x0f) + 1 : (bytes[offset + 1] ?? 0));
    if (valueEnd > end) return undefined;
    if (found === id) return bytes.subarray(valueAt, valueEnd);
    offset = valueEnd;
  }
  return undefined;
}

/** Returns by how much sequence number `a` is ahead of `b`: -32768 to 32767. */
export function sequenceDistance(a: number, b: number): number {
  const distance = (a - b) & 0xffff;
  return distance > 0x7fff ? distance - 0x10000 : distance;
}

/** Returns by how much RTP timestamp `a` is ahead of `b`: -2^31 to 2^31 - 1. */
export function timestampDistance(a: number, b: number): number {
  return (a - b) | 0;
}
