/** RTCP packet types (RFC 3550 §12.1, RFC 4585 §6.1). */
export const rtcpType = {
  senderReport: 200,
  receiverReport: 201,
  transportFeedback: 205,
  payloadFeedback: 206,
} as const;

/** More than any network can carry, but small enough to be encoded in a REMB to a publisher. */
const MAX_ESTIMATE_BPS = 10 ** 12;

export interface SenderReport {
  readonly ssrc: number;
  readonly ntpSeconds: number;
  readonly ntpFraction: number;
  readonly rtpTimestamp: number;
}

export interface ReportBlock {
  readonly ssrc: number;
  /** The fraction of packets lost since the last report, 0 to 1. */
  readonly fractionLost: number;
  /** Packets lost since the stream began; negative if duplicates were counted. */
  readonly lost: number;
  /** Interarrival jitter in units of the track's clock. */
  readonly jitter: number;
}

export interface RtcpHandlers {
  readonly handleSenderReport?: (report: SenderReport) => void;
  readonly handleReportBlock?: (block: ReportBlock) => void;
  readonly handleNack?: (ssrc: number, sequences: readonly number[]) => void;
  /** PLI or FIR. */
  readonly handleKeyframeRequest?: (ssrc: number) => void;
  /** The receiver's estimate in bits per second (draft-alvestrand-rmcat-remb-03). */
  readonly handleRemb?: (bitsPerSecond: number) => void;
}

/** Reads a compound packet up to the first malformed one, and calls the handlers for what an SFU needs. */
export function readRtcp(compound: Buffer, handlers: RtcpHandlers): void {
  for (let offset = 0; offset + 8 <= compound.length; ) {
    const end = offset + (compound.readUInt16BE(offset + 2) + 1) * 4;
    if (compound[offset]! >> 6 !== 2 || end > compound.length) return;
    const packet = compound.subarray(offset, end);
    if (packet.length >= 8) readPacket(packet, packet[1]!, packet[0]! & 0x1f, handlers);
    offset = end;
  }
}

function readPacket(packet: Buffer, type: number, count: number, handlers: RtcpHandlers): void {
  switch (type) {
    case rtcpType.senderReport:
      if (packet.length < 28) return;
      handlers.handleSenderReport?.({
        ssrc: packet.readUInt32BE(4),
        ntpSeconds: packet.readUInt32BE(8),
        ntpFraction: packet.readUInt32BE(12),
        rtpTimestamp: packet.readUInt32BE(16),
      });
      readBlocks(packet, 28, count, handlers);
      return;
    case rtcpType.receiverReport:
      readBlocks(packet, 8, count, handlers);
      return;
    case rtcpType.transportFeedback:
      if (count === 1 && packet.length >= 16)
        handlers.handleNack?.(packet.readUInt32BE(8), nackedSequences(packet));
      return;
    case rtcpType.payloadFeedback:
      readPayloadFeedback(packet, count, handlers);
      return;
    default:
  }
}

function readBlocks(packet: Buffer, start: number, count: number, handlers: RtcpHandlers): void {
  if (handlers.handleReportBlock === undefined) return;
  for (let index = 0, offset = start; index < count && offset + 24 <= packet.length; index++, offset += 24) {
    handlers.handleReportBlock({
      ssrc: packet.readUInt32BE(offset),
      fractionLost: packet[offset + 4]! / 256,
      lost: packet.readIntBE(offset + 5, 3),
      jitter: packet.readUInt32BE(offset + 12),
    });
  }
}

function nackedSequences(packet: Buffer): number[] {
  const sequences: number[] = [];
  for (let offset = 12; offset + 4 <= packet.length; offset += 4) {
    const first = packet.readUInt16BE(offset);
    const mask = packet.readUInt16BE(offset + 2);
    sequences.push(first);
    for (let bit = 0; bit < 16; bit++)
      if ((mask & (1 << bit)) !== 0) sequences.push((first + bit + 1) & 0xffff);
  }
  return sequences;
}

function readPayloadFeedback(packet: Buffer, format: number, handlers: RtcpHandlers): void {
  if (packet.length < 12) return;
  if (format === 1) handlers.handleKeyframeRequest?.(packet.readUInt32BE(8));
  else if (format === 4) {
    for (let offset = 12; offset + 8 <= packet.length; offset += 8) {
      handlers.handleKeyframeRequest?.(packet.readUInt32BE(offset));
    }
  } else if (format === 15 && packet.length >= 20 && packet.toString('latin1', 12, 16) === 'REMB') {
    const exponent = packet[17]! >> 2;
    const mantissa = ((packet[17]! & 3) << 16) | packet.readUInt16BE(18);
    handlers.handleRemb?.(Math.min(mantissa * 2 ** exponent, MAX_ESTIMATE_BPS));
  }
}
