import { type RtpPacket, sequenceDistance, timestampDistance } from './rtp-packet.ts';
import type { UplinkLayer } from './uplink-layer.ts';

/** The timestamps that one receiver has seen. They continue after a switch of layers, whose clocks start elsewhere. */
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

  /** @param timestamp by the clock of the current layer */
  toReceiver(timestamp: number): number {
    return (timestamp + this.#offset) >>> 0;
  }

  /** Records a sent packet. A late one (out of order) changes nothing. */
  advance(sequence: number, timestamp: number): void {
    if (this.#last !== undefined && sequenceDistance(sequence, this.#last.sequence) <= 0) return;
    this.#last = { sequence, timestamp, sentAt: performance.now() };
  }

  /** @returns the timestamp of a placeholder, 20 ms after the previous one. */
  insert(sequence: number): number {
    const timestamp = ((this.#last?.timestamp ?? 0) + this.#clockRate / 50) >>> 0;
    this.#last = { sequence, timestamp, sentAt: performance.now() };
    return timestamp;
  }

  /** Makes the first packet of another layer continue the timeline. */
  switchTo(from: UplinkLayer | undefined, to: UplinkLayer, packet: RtpPacket): void {
    if (this.#last === undefined) return;
    const elapsed = Math.max(
      1,
      Math.round(((performance.now() - this.#last.sentAt) * this.#clockRate) / 1000),
    );
    const byArrival = (this.#last.timestamp + elapsed) >>> 0;
    const bySenderClock = this.#bySenderClock(from, to, packet) ?? byArrival;
    // The two estimates must agree within a second; otherwise a sender report is wrong.
    const agree = Math.abs(timestampDistance(bySenderClock, byArrival)) < this.#clockRate;
    this.#offset = ((agree ? bySenderClock : byArrival) - packet.timestamp) >>> 0;
  }

  #bySenderClock(
    from: UplinkLayer | undefined,
    { senderReport: to }: UplinkLayer,
    packet: RtpPacket,
  ): number | undefined {
    if (from?.senderReport === undefined || to === undefined) return undefined;
    const { senderReport } = from;
    const seconds =
      to.ntpSeconds - senderReport.ntpSeconds + (to.ntpFraction - senderReport.ntpFraction) / 2 ** 32;
    const sinceReport = timestampDistance(packet.timestamp, to.rtpTimestamp);
    return this.toReceiver(senderReport.rtpTimestamp + Math.round(seconds * this.#clockRate) + sinceReport);
  }
}
