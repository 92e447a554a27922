import { mediaCounts } from './media-counts.ts';

/** Counts what was sent to one receiver of a track, and what it reported lost. */
export class SentCounts {
  packets = 0;
  octets = 0;
  /** Share of packets that the receiver reported lost, 0 to 1. */
  loss = 0;
  #lost = { reported: 0, ofPackets: 0 };

  /** @param lost packets since the stream began, as the receiver says. */
  reportLoss(fraction: number, lost: number): void {
    this.loss = fraction;
    // A receiver's report is not trusted: losses are bounded by the packets sent.
    const fresh = Math.min(lost - this.#lost.reported, this.packets - this.#lost.ofPackets);
    this.#lost = { reported: lost, ofPackets: this.packets };
    mediaCounts.out.lost += Math.max(0, fresh);
  }
}
