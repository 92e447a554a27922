import type { SenderReport } from './rtcp-read.ts';
import { rtcpType } from './rtcp-read.ts';
import { sequenceDistance } from './rtp-packet.ts';

export interface ReceptionBlock {
  readonly ssrc: number;
  /** A fraction in units of 1/256: 0 to 255. */
  readonly fractionLost: number;
  readonly cumulativeLost: number;
  readonly highestSequence: number;
  readonly jitter: number;
  /** Middle 32 bits of the last sender report's NTP time; 0 before the first. */
  readonly lastReport: number;
  /** The time since then, in units of 1/65536 s. */
  readonly sinceLastReport: number;
}

export function writePli(sender: number, media: number): Buffer {
  return feedback(rtcpType.payloadFeedback, 1, sender, media, Buffer.alloc(0));
}

/** Writes a generic NACK (RFC 4585 §6.2.1). `sequences` must be in order; runs within 17 numbers share an entry. */
export function writeNack(sender: number, media: number, sequences: readonly number[]): Buffer {
  const entries: number[] = [];
  for (let index = 0; index < sequences.length; ) {
    const first = sequences[index++]!;
    let mask = 0;
    for (; index < sequences.length; index++) {
      const distance = sequenceDistance(sequences[index]!, first);
      if (distance < 1 || distance > 16) break;
      mask |= 1 << (distance - 1);
    }
    entries.push(first, mask);
  }
  const body = Buffer.alloc(entries.length * 2);
  entries.forEach((value, index) => {
    body.writeUInt16BE(value, index * 2);
  });
  return feedback(rtcpType.transportFeedback, 1, sender, media, body);
}

/** Writes a receiver estimated maximum bitrate (REMB, draft-alvestrand-rmcat-remb-03 §2.2). */
export function writeRemb(sender: number, bitsPerSecond: number, ssrcs: readonly number[]): Buffer {
  let exponent = 0;
  let mantissa = Math.floor(bitsPerSecond);
  while (mantissa > 0x3ffff) {
    mantissa = Math.floor(mantissa / 2);
    exponent++;
  }
  const body = Buffer.alloc(8 + ssrcs.length * 4);
  body.write('REMB', 0, 'latin1');
  body[4] = ssrcs.length;
  body[5] = (exponent << 2) | (mantissa >> 16);
  body.writeUInt16BE(mantissa & 0xffff, 6);
  ssrcs.forEach((ssrc, index) => {
    body.writeUInt32BE(ssrc, 8 + index * 4);
  });
  return feedback(rtcpType.payloadFeedback, 15, sender, 0, body);
}

export function writeReceiverReport(sender: number, blocks: readonly ReceptionBlock[]): Buffer {
  const packet = Buffer.alloc(8 + blocks.length * 24);
  packet[0] = 0x80 | blocks.length;
  packet[1] = rtcpType.receiverReport;
  packet.writeUInt16BE(packet.length / 4 - 1, 2);
  packet.writeUInt32BE(sender, 4);
  blocks.forEach((block, index) => {
    const at = 8 + index * 24;
    packet.writeUInt32BE(block.ssrc, at);
    packet[at + 4] = block.fractionLost;
    packet.writeUIntBE(Math.min(Math.max(block.cumulativeLost, 0), 0x7fffff), at + 5, 3);
    packet.writeUInt32BE(block.highestSequence >>> 0, at + 8);
    packet.writeUInt32BE(block.jitter >>> 0, at + 12);
    packet.writeUInt32BE(block.lastReport >>> 0, at + 16);
    packet.writeUInt32BE(block.sinceLastReport >>> 0, at + 20);
  });
  return packet;
}

export function writeSenderReport(report: SenderReport, packets: number, octets: number): Buffer {
  const packet = Buffer.alloc(28);
  packet[0] = 0x80;
  packet[1] = rtcpType.senderReport;
  packet.writeUInt16BE(6, 2);
  packet.writeUInt32BE(report.ssrc, 4);
  packet.writeUInt32BE(report.ntpSeconds, 8);
  packet.writeUInt32BE(report.ntpFraction, 12);
  packet.writeUInt32BE(report.rtpTimestamp, 16);
  packet.writeUInt32BE(packets >>> 0, 20);
  packet.writeUInt32BE(octets >>> 0, 24);
  return packet;
}

function feedback(type: number, format: number, sender: number, media: number, body: Buffer): Buffer {
  const packet = Buffer.alloc(12 + body.length);
  packet[0] = 0x80 | format;
  packet[1] = type;
  packet.writeUInt16BE(packet.length / 4 - 1, 2);
  packet.writeUInt32BE(sender, 4);
  packet.writeUInt32BE(media, 8);
  body.copy(packet, 12);
  return packet;
}
