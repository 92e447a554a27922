import type { RtpPacket } from './rtp-packet.ts';

/** The form of header extensions with short ids and values (RFC 8285 §4.2). */
const ONE_BYTE_FORM = 0xbede;

/** The receiver of a track's packets. */
export interface RtpSink {
  sendRtp(header: Buffer, payload: Buffer): void;
  sendRtcp(compound: Buffer): void;
}

/** The format negotiated with the receiver. */
export interface DownlinkFormat {
  readonly payloadType: number;
  /** Payload type of redundant audio (RED), if the receiver supports it. */
  readonly redPayloadType?: number | undefined;
  /** Undefined if the receiver does not support RTX: lost packets are then sent again unchanged. */
  readonly rtxPayloadType: number | undefined;
  /** Extension id of abs-send-time; 0 when not negotiated. */
  readonly absSendTime: number;
}

/** Builds the RTP header of a packet for a receiver, with abs-send-time if it was negotiated. */
export function buildHeader(
  { payloadType, absSendTime }: DownlinkFormat,
  fields: Pick<RtpPacket, 'ssrc' | 'sequence' | 'timestamp' | 'marker'>,
): Buffer {
  const extended = absSendTime !== 0;
  const header = Buffer.alloc(extended ? 20 : 12);
  header[0] = extended ? 0x90 : 0x80;
  header[1] = payloadType | (fields.marker ? 0x80 : 0);
  header.writeUInt16BE(fields.sequence, 2);
  header.writeUInt32BE(fields.timestamp, 4);
  header.writeUInt32BE(fields.ssrc, 8);
  if (extended) {
    header.writeUInt16BE(ONE_BYTE_FORM, 12);
    header.writeUInt16BE(1, 14);
    writeAbsSendTime(header, absSendTime);
  }
  return header;
}

/** Writes the current time as a 6.18 fixed-point number of seconds into the header's only extension. */
export function writeAbsSendTime(header: Buffer, id: number): void {
  header[16] = (id << 4) | 2;
  header.writeUIntBE(Math.floor((Date.now() / 1000) * 262_144) % 0x1000000, 17, 3);
}
