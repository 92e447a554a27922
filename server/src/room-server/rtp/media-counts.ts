/** Counts since the thread started, of media that go one way. */
export interface MediaCounts {
  /** RTP packets; repeated ones are not counted again. */
  packets: number;
  /** Of these packets, those that did not arrive at first, by the receiver's reports. */
  lost: number;
  /** Packets that the receiver asked to be sent again (NACK), each time it asked. */
  nacked: number;
  /** Key frames that the receiver asked for (PLI, FIR). */
  keyframesAsked: number;
}

const none = (): MediaCounts => ({ packets: 0, lost: 0, nacked: 0, keyframesAsked: 0 });

/** Counts of what this thread has received from publishers (`in`) and sent to subscribers (`out`). */
export const mediaCounts: { readonly in: MediaCounts; readonly out: MediaCounts } = {
  in: none(),
  out: none(),
};

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
