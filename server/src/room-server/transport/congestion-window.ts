import { isAfter, MAX_SCTP_PACKET_BYTES } from './sctp-packet.ts';

const INITIAL_BYTES = 10 * MAX_SCTP_PACKET_BYTES;
const MIN_RECOVERY_BYTES = 4 * MAX_SCTP_PACKET_BYTES;
/** More data at once than a socket's receive buffer holds would be lost there. */
const MAX_BYTES = 256 * 1024;

/** How many bytes may be in flight: slow start, congestion avoidance, fast recovery (RFC 9260 §7.2). */
export class CongestionWindow {
  #cwnd = INITIAL_BYTES;
  #ssthresh = Number.POSITIVE_INFINITY;
  #partialBytesAcked = 0;
  /** If set, the window was already halved for the losses up to this TSN. */
  #fastRecoveryExit: number | undefined;

  get bytes(): number {
    return this.#cwnd;
  }

  /** @param ackedBytes 0 if the window was not full, and so has no reason to grow */
  handleAcknowledgement(cumulativeTsn: number, ackedBytes: number): void {
    if (this.#fastRecoveryExit !== undefined && !isAfter(this.#fastRecoveryExit, cumulativeTsn))
      this.#fastRecoveryExit = undefined;
    if (ackedBytes === 0 || this.#fastRecoveryExit !== undefined) return;
    if (this.#cwnd <= this.#ssthresh) this.#cwnd += Math.min(ackedBytes, MAX_SCTP_PACKET_BYTES);
    else {
      this.#partialBytesAcked += ackedBytes;
      if (this.#partialBytesAcked >= this.#cwnd) {
        this.#partialBytesAcked -= this.#cwnd;
        this.#cwnd += MAX_SCTP_PACKET_BYTES;
      }
    }
    this.#cwnd = Math.min(this.#cwnd, MAX_BYTES);
  }

  /** @param highestTsn the highest outstanding TSN: losses up to it halve the window only once */
  handleLoss(highestTsn: number): void {
    if (this.#fastRecoveryExit !== undefined) return;
    this.restartSlowly();
    this.#cwnd = this.#ssthresh;
    this.#fastRecoveryExit = highestTsn;
  }

  /** Begins slow start again, after a timeout. */
  restartSlowly(): void {
    this.#ssthresh = Math.max(this.#cwnd / 2, MIN_RECOVERY_BYTES);
    this.#cwnd = MAX_SCTP_PACKET_BYTES;
    this.#partialBytesAcked = 0;
    this.#fastRecoveryExit = undefined;
  }
}
