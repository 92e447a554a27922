import { DependencyReader } from './dependency-reader.ts';
import { LayerRates } from './layer-rates.ts';
import { mediaCounts } from './media-counts.ts';
import { RedReader } from './red.ts';
import type { ReceptionBlock } from './rtcp-write.ts';
import { sequenceDistance, timestampDistance } from './rtp-packet.ts';

const MAX_NACK_ATTEMPTS = 8;
const NACK_INTERVAL_MS = 60;
const MAX_GAP = 200;

interface Missing {
  attempts: number;
  askedAt: number;
}

/** Ties a publisher's RTP timestamps to its wall clock; from its last sender report. */
export interface ClockAnchor {
  readonly ntpSeconds: number;
  readonly ntpFraction: number;
  readonly rtpTimestamp: number;
  readonly receivedAt: number;
}

/** One incoming RTP stream: a track, or one simulcast layer of it. Reception statistics and the list of losses. */
export class UplinkLayer {
  readonly ssrc: number;
  /** Position in simulcast: 0 is the smallest picture. */
  readonly spatial: number;
  readonly rid: string | undefined;
  readonly dependencies = new DependencyReader();
  readonly red = new RedReader();
  /** Of the layers within the stream (SVC). */
  readonly rates = new LayerRates();
  anchor: ClockAnchor | undefined;
  lastPacketAt = 0;
  keyframeAskedAt = Number.NEGATIVE_INFINITY;
  received = 0;
  bytes = 0;
  readonly #clockRate: number;
  readonly #wantsNack: boolean;
  readonly #missing = new Map<number, Missing>();
  #highest = -1;
  #cycles = 0;
  #base = 0;
  #expectedBefore = 0;
  #receivedBefore = 0;
  #jitter = 0;
  #transit: number | undefined;

  constructor(options: {
    ssrc: number;
    spatial: number;
    rid: string | undefined;
    clockRate: number;
    nack: boolean;
  }) {
    this.ssrc = options.ssrc;
    this.spatial = options.spatial;
    this.rid = options.rid;
    this.#clockRate = options.clockRate;
    this.#wantsNack = options.nack;
  }

  /** @returns false for a packet that was already there. */
  handlePacket(sequence: number, timestamp: number, bytes: number, nowMs: number): boolean {
    if (this.#highest < 0) {
      this.#base = sequence;
      this.#highest = sequence;
    } else {
      const ahead = sequenceDistance(sequence, this.#highest);
      if (ahead > 0) this.#advance(sequence, ahead);
      else if (!this.#missing.delete(sequence) && this.#wantsNack) return false;
    }
    this.received++;
    this.bytes += bytes;
    this.lastPacketAt = nowMs;
    this.#updateJitter(timestamp, nowMs);
    return true;
  }

  /** A retransmission on its own SSRC. @returns false when it was not missing (a probe, or a second copy). */
  handleRetransmission(sequence: number, bytes: number, nowMs: number): boolean {
    if (!this.#missing.delete(sequence)) return false;
    this.bytes += bytes;
    this.lastPacketAt = nowMs;
    return true;
  }

  /** A packet arrived inside a redundant one (RED), so it is not requested again. */
  handleRecovered(sequence: number): void {
    this.#missing.delete(sequence);
  }

  /** Whether a packet is missing that is worth requesting. */
  get incomplete(): boolean {
    return this.#missing.size > 0;
  }

  /** Sequence numbers to request now, in order. */
  takeNacks(nowMs: number): number[] {
    const sequences: number[] = [];
    for (const [sequence, entry] of this.#missing) {
      if (entry.attempts >= MAX_NACK_ATTEMPTS) this.#missing.delete(sequence);
      else if (nowMs - entry.askedAt >= NACK_INTERVAL_MS) {
        entry.attempts++;
        entry.askedAt = nowMs;
        sequences.push(sequence);
      }
    }
    return sequences;
  }

  /** Share of packets lost since the last call, and the block for a receiver report. Undefined before any packet. */
  report(nowMs: number): ReceptionBlock | undefined {
    if (this.#highest < 0) return undefined;
    const extended = this.#cycles + this.#highest;
    const expected = extended - this.#base + 1;
    const expectedNow = expected - this.#expectedBefore;
    const lostNow = expectedNow - (this.received - this.#receivedBefore);
    this.#expectedBefore = expected;
    this.#receivedBefore = this.received;
    mediaCounts.in.lost += Math.max(0, lostNow);
    const { anchor } = this;
    return {
      ssrc: this.ssrc,
      fractionLost:
        expectedNow > 0 && lostNow > 0 ? Math.min(255, Math.floor((lostNow * 256) / expectedNow)) : 0,
      cumulativeLost: expected - this.received,
      highestSequence: extended,
      jitter: Math.floor(this.#jitter),
      lastReport:
        anchor === undefined ? 0 : (((anchor.ntpSeconds & 0xffff) << 16) | (anchor.ntpFraction >>> 16)) >>> 0,
      sinceLastReport: anchor === undefined ? 0 : Math.floor((nowMs - anchor.receivedAt) * 65.536),
    };
  }

  #advance(sequence: number, ahead: number): void {
    if (ahead > 1 && ahead < MAX_GAP && this.#wantsNack) {
      for (let step = 1; step < ahead; step++) {
        this.#missing.set((this.#highest + step) & 0xffff, {
          attempts: 0,
          askedAt: Number.NEGATIVE_INFINITY,
        });
      }
    }
    if (sequence < this.#highest) this.#cycles += 0x10000;
    this.#highest = sequence;
  }

  /** RFC 3550 §6.4.1, on timestamps relative to the arrival clock. */
  #updateJitter(timestamp: number, nowMs: number): void {
    const arrival = Math.floor((nowMs * this.#clockRate) / 1000) | 0;
    const transit = timestampDistance(arrival, timestamp);
    if (this.#transit !== undefined) {
      const change = Math.abs(transit - this.#transit);
      if (change < this.#clockRate) this.#jitter += (change - this.#jitter) / 16;
    }
    this.#transit = transit;
  }
}
