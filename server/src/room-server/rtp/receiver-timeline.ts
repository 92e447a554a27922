import { type RtpPacket, sequenceDistance, timestampDistance } from './rtp-packet.ts';
import type { UplinkLayer } from './uplink-layer.ts';

/** The timestamps that one receiver has seen. A change of layer, whose publisher's clock starts elsewhere, continues them. */
export class ReceiverTimeline {
  readonly #clockRate: number;
  #offset = 0;
  #last: { readonly sequence: number; readonly timestamp: number; readonly sentAt: number } | undefined;

  constructor(clockRate: number) {
    this.#clockRate = clockRate;
  }

  get lastSequence(): number | undefined {
    return this.#last?.sequence;
  }

  /** @param timestamp as the current layer's publisher counts. */
  toReceiver(timestamp: number): number {
    return (timestamp + this.#offset) >>> 0;
  }

  /** Notes a packet that was sent; one that comes late, out of order, changes nothing. */
  advance(sequence: number, timestamp: number): void {
    if (this.#last !== undefined && sequenceDistance(sequence, this.#last.sequence) <= 0) return;
    this.#last = { sequence, timestamp, sentAt: performance.now() };
  }

  /** @returns the timestamp of a packet of our own, a fiftieth of a second after the one before. */
  insert(sequence: number): number {
    const timestamp = ((this.#last?.timestamp ?? 0) + this.#clockRate / 50) >>> 0;
    this.#last = { sequence, timestamp, sentAt: performance.now() };
    return timestamp;
  }

  /** Continues with the first packet of another layer. */
  switchTo(from: UplinkLayer | undefined, to: UplinkLayer, packet: RtpPacket): void {
    if (this.#last === undefined) return;
    const elapsed = Math.max(
      1,
      Math.round(((performance.now() - this.#last.sentAt) * this.#clockRate) / 1000),
    );
    const byArrival = (this.#last.timestamp + elapsed) >>> 0;
    const bySenderClock = this.#bySenderClock(from, to, packet) ?? byArrival;
    // Both estimates must agree within a second, or a sender report is nonsense.
    const agree = Math.abs(timestampDistance(bySenderClock, byArrival)) < this.#clockRate;
    this.#offset = ((agree ? bySenderClock : byArrival) - packet.timestamp) >>> 0;
  }

  #bySenderClock(
    from: UplinkLayer | undefined,
    { anchor: to }: UplinkLayer,
    packet: RtpPacket,
  ): number | undefined {
    if (from?.anchor === undefined || to === undefined) return undefined;
    const { anchor } = from;
    const seconds = to.ntpSeconds - anchor.ntpSeconds + (to.ntpFraction - anchor.ntpFraction) / 2 ** 32;
    const sinceAnchor = timestampDistance(packet.timestamp, to.rtpTimestamp);
    return this.toReceiver(anchor.rtpTimestamp + Math.round(seconds * this.#clockRate) + sinceAnchor);
  }
}
