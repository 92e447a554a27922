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
