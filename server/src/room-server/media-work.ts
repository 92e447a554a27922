import { RateGate } from '../lib/rate-gate.ts';
import { RecentMap } from '../lib/recent-map.ts';
import type { RoomServerLimits } from './limits.ts';
import type { Conduct } from './room/conduct.ts';

/** The maximum number of owners whose use of the thread and its memory is remembered. */
export const MAX_OWNERS = 1_000;
/** How far all together may exceed their shares after a quiet period: a packet of another owner may wait this long. */
const MAX_AT_ONCE_MS = 200;
/**
 * The maximum time charged for one packet, in milliseconds, so that nobody loses packets because the machine was busy
 * with other work. The costliest data packet takes 15 ms; a media packet for twenty receivers less than a millisecond.
 */
const MAX_MS = { media: 1, data: 20 };

/** Runs the work on the packets of one connection. */
export interface PacketWork {
  /** Runs the work on a received packet, or skips it if the sender has used up its time. `work` must not throw. */
  run(kind: 'media' | 'data', work: () => void): void;
}

/** For tests and tools: the work of a connection without an owner is not charged. */
export const uncountedWork: PacketWork = { run: (_, work) => work() };

/**
 * Shares out the time that the room server's thread spends on packets: audio, video, RTCP and data, with all that a
 * packet causes at once (forwarding it, retransmitting others). Each person and owner has a share, whatever others do.
 * Beyond it, an owner may use what is left of the total: nearly all if it is alone on the machine. Packets above that
 * are dropped before decryption, as if the network had lost them: senders slow down or retransmit.
 */
export class MediaWork {
  readonly #owners: RecentMap<string, RateGate>;
  readonly #all: RateGate;
  readonly #maxDebtMs: number;

  constructor({ mediaMsPerSecond, mediaMsPerSecondPerOwner }: RoomServerLimits) {
    this.#all = new RateGate(mediaMsPerSecond, MAX_AT_ONCE_MS);
    this.#maxDebtMs = mediaMsPerSecond;
    this.#owners = new RecentMap(MAX_OWNERS, () => new RateGate(mediaMsPerSecondPerOwner));
  }

  of(owner: string, conduct: Conduct): PacketWork {
    const shares = [conduct.mediaMs, this.#owners.get(owner)];
    return {
      run: (kind, work) => {
        const isWithinShares = shares.every((share) => share.left > 0);
        const left = this.#all.left;
        if (!isWithinShares && left <= 0) {
          conduct.addFault('more audio, video and data than its share of processing time allows');
          return;
        }
        const startedAt = performance.now();
        work();
        const ms = Math.min(performance.now() - startedAt, MAX_MS[kind]);
        if (left > -this.#maxDebtMs) this.#all.charge(ms);
        if (isWithinShares) for (const share of shares) share.charge(ms);
      },
    };
  }
}
