import type { DownlinkFormat } from './downlink-format.ts';

/** Forms of header extensions (RFC 8285 §4.2 and §4.3): values longer than 16 bytes need the second. */
const ONE_BYTE_FORM = 0xbede;
const TWO_BYTE_FORM = 0x1000;
const MAX_EXTENSION_BYTES = 255;

export interface HeaderFields {
  readonly ssrc: number;
  readonly sequence: number;
  readonly timestamp: number;
  readonly marker: boolean;
  /** AV1's dependency descriptor. */
  readonly descriptor?: Buffer | undefined;
}

/** The RTP header of a packet for a receiver, with the extensions that were negotiated. */
export function buildHeader(format: DownlinkFormat, fields: HeaderFields): Buffer {
  const { descriptor } = fields;
  const { dependencyDescriptor = 0 } = format;
  const described =
    descriptor !== undefined && descriptor.length <= MAX_EXTENSION_BYTES && dependencyDescriptor !== 0;
  const extended = format.absSendTime !== 0 || described;
  const extensionBytes = described ? (format.absSendTime === 0 ? 2 : 7) + descriptor.length : 4;
  const words = Math.ceil(extensionBytes / 4);
  const header = Buffer.alloc(extended ? 16 + words * 4 : 12);
  header[0] = extended ? 0x90 : 0x80;
  header[1] = format.payloadType | (fields.marker ? 0x80 : 0);
  header.writeUInt16BE(fields.sequence, 2);
  header.writeUInt32BE(fields.timestamp, 4);
  header.writeUInt32BE(fields.ssrc, 8);
  if (extended) {
    header.writeUInt16BE(described ? TWO_BYTE_FORM : ONE_BYTE_FORM, 12);
    header.writeUInt16BE(words, 14);
    if (format.absSendTime !== 0) writeAbsSendTime(header, format.absSendTime);
  }
  if (described) {
    const at = format.absSendTime === 0 ? 16 : 21;
    header[at] = dependencyDescriptor;
    header[at + 1] = descriptor.length;
    descriptor.copy(header, at + 2);
  }
  return header;
}

/** Seconds as 6.18 fixed point in the first extension. */
export function writeAbsSendTime(header: Buffer, id: number): void {
  let at = 16;
  if (header.readUInt16BE(12) === ONE_BYTE_FORM) header[at++] = (id << 4) | 2;
  else {
    header[at++] = id;
    header[at++] = 3;
  }
  header.writeUIntBE(Math.floor((Date.now() / 1000) * 262_144) % 0x1000000, at, 3);
}
