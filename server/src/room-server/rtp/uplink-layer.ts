import { mediaCounts } from './media-counts.ts';
import { ReceptionStatistics } from './reception-statistics.ts';
import { RedReader } from './red.ts';
import type { SenderReport } from './rtcp-read.ts';
import type { ReceptionBlock } from './rtcp-write.ts';
import { sequenceDistance } from './rtp-packet.ts';

const MAX_NACK_ATTEMPTS = 8;
const NACK_INTERVAL_MS = 60;
const MAX_GAP = 200;
/** The maximum number of packets requested at a time. A publisher that loses nearly all is not worth more. */
const MAX_MISSING = 1_000;

interface Missing {
  attempts: number;
  requestedAt: number;
}

/** One incoming RTP stream (a track, or one simulcast layer of it): its reception statistics and missing packets. */
export class UplinkLayer {
  readonly ssrc: number;
  /** The index among the simulcast layers; 0 is the smallest size. */
  readonly spatial: number;
  readonly rid: string | undefined;
  readonly red = new RedReader();
  /** The last sender report, which relates the publisher's RTP timestamps to its wall clock. */
  senderReport: (SenderReport & { readonly receivedAt: number }) | undefined;
  lastPacketAt = 0;
  keyframeRequestedAt = Number.NEGATIVE_INFINITY;
  bytes = 0;
  readonly #statistics: ReceptionStatistics;
  readonly #wantsNack: boolean;
  readonly #missing = new Map<number, Missing>();

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
    this.#statistics = new ReceptionStatistics(options.clockRate);
    this.#wantsNack = options.nack;
  }

  /** @returns false if the packet is a duplicate. */
  handlePacket(sequence: number, timestamp: number, bytes: number, nowMs: number): boolean {
    const { highest } = this.#statistics;
    const ahead = highest < 0 ? 1 : sequenceDistance(sequence, highest);
    if (ahead > 0) {
      this.#recordMissing(highest, ahead);
      this.#statistics.advance(sequence);
    } else if (!this.#missing.delete(sequence) && this.#wantsNack) return false;
    this.bytes += bytes;
    this.lastPacketAt = nowMs;
    this.#statistics.add(timestamp, nowMs);
    return true;
  }

  /** Handles a retransmission on its own SSRC. @returns false if it was not missing (a probe or a duplicate). */
  handleRetransmission(sequence: number, bytes: number, nowMs: number): boolean {
    if (!this.#missing.delete(sequence)) return false;
    this.bytes += bytes;
    this.lastPacketAt = nowMs;
    return true;
  }

  /** Records that a packet arrived inside a redundant one (RED), so that it is not requested again. */
  handleRecovered(sequence: number): void {
    this.#missing.delete(sequence);
  }

  /** Whether a packet is missing that may be requested. */
  get incomplete(): boolean {
    return this.#missing.size > 0;
  }

  takeNacks(nowMs: number): number[] {
    const sequences: number[] = [];
    for (const [sequence, entry] of this.#missing) {
      if (entry.attempts >= MAX_NACK_ATTEMPTS) this.#missing.delete(sequence);
      else if (nowMs - entry.requestedAt >= NACK_INTERVAL_MS) {
        entry.attempts++;
        entry.requestedAt = nowMs;
        sequences.push(sequence);
      }
    }
    return sequences;
  }

  /** Returns the block for a receiver report, with the loss since the last call; undefined before the first packet. */
  report(nowMs: number): ReceptionBlock | undefined {
    if (this.#statistics.highest < 0) return undefined;
    const { lostNow, ...counts } = this.#statistics.report();
    mediaCounts.in.lost += Math.max(0, lostNow);
    const { senderReport } = this;
    return {
      ssrc: this.ssrc,
      ...counts,
      lastReport:
        senderReport === undefined
          ? 0
          : (((senderReport.ntpSeconds & 0xffff) << 16) | (senderReport.ntpFraction >>> 16)) >>> 0,
      sinceLastReport:
        senderReport === undefined ? 0 : Math.floor((nowMs - senderReport.receivedAt) * 65.536),
    };
  }

  #recordMissing(highest: number, ahead: number): void {
    if (ahead >= MAX_GAP || !this.#wantsNack || this.#missing.size >= MAX_MISSING) return;
    for (let step = 1; step < ahead; step++) {
      this.#missing.set((highest + step) & 0xffff, { attempts: 0, requestedAt: Number.NEGATIVE_INFINITY });
    }
  }
}
