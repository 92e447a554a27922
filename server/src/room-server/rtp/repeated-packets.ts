import { randomBytes } from 'node:crypto';
import { type DownlinkFormat, type RtpSink, writeAbsSendTime } from './downlink-header.ts';
import { sequenceDistance } from './rtp-packet.ts';
import { FIRST_SEQUENCE_MASK } from './sequence-rewriter.ts';

interface SentPacket {
  readonly sequence: number;
  readonly header: Buffer;
  readonly payload: Buffer;
  repeats: number;
  repeatedAt: number;
}

const MIN_REPEAT_MS = 20;
const MAX_REPEATS = 8;

/** Publishers give key frames at least 300 ms apart (libwebrtc): a receiver that missed the first waits no longer than this for the next. */
const START_MS = 400;

/** The last packets that were sent, to be sent again when the receiver asks. */
export class RepeatedPackets {
  readonly ssrc = randomBytes(4).readUInt32BE();
  readonly #sink: RtpSink;
  readonly #sent: (SentPacket | undefined)[];
  #sequence = randomBytes(2).readUInt16BE() & FIRST_SEQUENCE_MASK;
  /** The key frame with which the receiver's video began. */
  #began: { sequence: number; sentAt: number } | undefined;

  constructor(sink: RtpSink, capacity: number) {
    this.#sink = sink;
    this.#sent = Array.from({ length: capacity });
  }

  keep(sequence: number, header: Buffer, payload: Buffer): void {
    const entry = { sequence, header, payload, repeats: 0, repeatedAt: Number.NEGATIVE_INFINITY };
    this.#sent[sequence % this.#sent.length] = entry;
  }

  /** The receiver's video begins with this packet; later calls change nothing. */
  begin(sequence: number): void {
    this.#began ??= { sequence, sentAt: performance.now() };
  }

  repeat(format: DownlinkFormat, sequences: readonly number[]): void {
    const nowMs = performance.now();
    for (const sequence of sequences) {
      const packet = this.#take(sequence, nowMs);
      if (packet === undefined) continue;
      if (format.rtxPayloadType === undefined) {
        // The very same header: with AES-GCM the same packet number must never protect two different headers.
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

  /** @returns undefined when it is no longer kept, or was repeated so recently or often that the request is an attack. */
  #take(sequence: number, nowMs: number): SentPacket | undefined {
    const entry = this.#sent[sequence % this.#sent.length];
    if (entry === undefined || entry.sequence !== sequence) return undefined;
    if (entry.repeats >= MAX_REPEATS || nowMs - entry.repeatedAt < MIN_REPEAT_MS) return undefined;
    entry.repeats++;
    entry.repeatedAt = nowMs;
    return entry;
  }

  /**
   * A browser that has just taken our answer drops what comes before its decoder runs, and never asks for it by
   * sequence, since it does not know of it. The first key frame and what followed are small: sent again, the video
   * begins a quarter of a second earlier than with the publisher's next key frame.
   */
  repeatStart(format: DownlinkFormat, lastSequence: number): void {
    if (this.#began === undefined || performance.now() - this.#began.sentAt > START_MS) return;
    const { sequence } = this.#began;
    const count = sequenceDistance(lastSequence, sequence) + 1;
    this.repeat(
      format,
      Array.from({ length: count }, (_, at) => (sequence + at) & 0xffff),
    );
  }
}
