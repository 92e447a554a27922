import { randomBytes } from 'node:crypto';
import { type DownlinkFormat, type RtpSink, writeAbsSendTime } from './downlink-header.ts';
import { sequenceDistance } from './rtp-packet.ts';
import { FIRST_SEQUENCE_MASK } from './sequence-rewriter.ts';

interface SentPacket {
  readonly sequence: number;
  readonly header: Buffer;
  readonly payload: Buffer;
  retransmissions: number;
  retransmittedAt: number;
}

const MIN_INTERVAL_MS = 20;
const MAX_RETRANSMISSIONS = 8;

/** libwebrtc sends key frames at least 300 ms apart, so a receiver that missed the first waits about this long. */
const START_MS = 400;

/** The packets that were sent last, for retransmission when the receiver reports them missing. */
export class RetransmissionBuffer {
  readonly ssrc = randomBytes(4).readUInt32BE();
  readonly #sink: RtpSink;
  readonly #sent: (SentPacket | undefined)[];
  #sequence = randomBytes(2).readUInt16BE() & FIRST_SEQUENCE_MASK;
  /** The key frame with which the receiver's video began. */
  #start: { sequence: number; sentAt: number } | undefined;

  constructor(sink: RtpSink, capacity: number) {
    this.#sink = sink;
    this.#sent = Array.from({ length: capacity });
  }

  store(sequence: number, header: Buffer, payload: Buffer): void {
    const entry = {
      sequence,
      header,
      payload,
      retransmissions: 0,
      retransmittedAt: Number.NEGATIVE_INFINITY,
    };
    this.#sent[sequence % this.#sent.length] = entry;
  }

  /** Records the packet with which the receiver's video begins; later calls have no effect. */
  recordStart(sequence: number): void {
    this.#start ??= { sequence, sentAt: performance.now() };
  }

  retransmit(format: DownlinkFormat, sequences: readonly number[]): void {
    const nowMs = performance.now();
    for (const sequence of sequences) {
      const packet = this.#take(sequence, nowMs);
      if (packet === undefined) continue;
      if (format.rtxPayloadType === undefined) {
        // Send the identical header: with AES-GCM, one packet index must never protect two different headers.
        this.#sink.sendRtp(packet.header, packet.payload);
        continue;
      }
      this.#sequence = (this.#sequence + 1) & 0xffff;
      const header = Buffer.from(packet.header);
      header[1] = (header[1]! & 0x80) | format.rtxPayloadType;
      header.writeUInt16BE(this.#sequence, 2);
      header.writeUInt32BE(this.ssrc, 8);
      if (format.absSendTime !== 0) writeAbsSendTime(header, format.absSendTime);
      const original = Buffer.alloc(2);
      original.writeUInt16BE(sequence);
      this.#sink.sendRtp(header, Buffer.concat([original, packet.payload]));
    }
  }

  /** @returns undefined if it is no longer stored, or is requested so soon again or so often that it is an attack. */
  #take(sequence: number, nowMs: number): SentPacket | undefined {
    const entry = this.#sent[sequence % this.#sent.length];
    if (entry === undefined || entry.sequence !== sequence) return undefined;
    if (entry.retransmissions >= MAX_RETRANSMISSIONS || nowMs - entry.retransmittedAt < MIN_INTERVAL_MS)
      return undefined;
    entry.retransmissions++;
    entry.retransmittedAt = nowMs;
    return entry;
  }

  /**
   * Retransmits the first key frame and what followed. A browser that has just received our answer drops what arrives
   * before its decoder runs, and does not know that it missed it, so it never requests it. These packets are small:
   * with them, video begins a quarter of a second earlier than with the publisher's next key frame.
   */
  retransmitStart(format: DownlinkFormat, lastSequence: number): void {
    if (this.#start === undefined || performance.now() - this.#start.sentAt > START_MS) return;
    const { sequence } = this.#start;
    const count = sequenceDistance(lastSequence, sequence) + 1;
    this.retransmit(
      format,
      Array.from({ length: count }, (_, at) => (sequence + at) & 0xffff),
    );
  }
}
