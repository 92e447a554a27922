/** Counts of the media in one direction since the thread started. */
export interface MediaCounts {
  /** RTP packets; retransmissions are not counted. */
  packets: number;
  /** Packets of these that did not arrive at the first attempt, according to the receiver's reports. */
  lost: number;
  /** Packets requested again by the receiver (NACK), counted at each request. */
  nacked: number;
  /** Key frames that the receiver requested (PLI, FIR). */
  keyframesRequested: number;
}

const none = (): MediaCounts => ({ packets: 0, lost: 0, nacked: 0, keyframesRequested: 0 });

/** Counts of the media that this thread has received from publishers (`in`) and sent to subscribers (`out`). */
export const mediaCounts: { readonly in: MediaCounts; readonly out: MediaCounts } = {
  in: none(),
  out: none(),
};

/** Counts the packets that were sent to one receiver of a track, and those that it reported as lost. */
export class SentCounts {
  packets = 0;
  octets = 0;
  /** The fraction of packets that the receiver reported as lost, 0 to 1. */
  loss = 0;
  #lost = { reported: 0, ofPackets: 0 };

  /** @param lost the number of packets lost since the stream began, as reported by the receiver */
  reportLoss(fraction: number, lost: number): void {
    this.loss = fraction;
    // Do not trust the report: no more packets can be lost than were sent.
    const fresh = Math.min(lost - this.#lost.reported, this.packets - this.#lost.ofPackets);
    this.#lost = { reported: lost, ofPackets: this.packets };
    mediaCounts.out.lost += Math.max(0, fresh);
  }
}
