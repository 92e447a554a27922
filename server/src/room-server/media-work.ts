import { RateGate } from '../lib/rate-gate.ts';
import { RecentMap } from '../lib/recent-map.ts';
import type { RoomServerLimits } from './limits.ts';
import type { Conduct } from './room/conduct.ts';

/** Owners whose use of the thread and its memory is remembered. */
export const MAX_OWNERS = 1_000;
/** Time that all together may use at once beyond their shares, after a quiet time: a packet of another may wait for so long. */
const MAX_AT_ONCE_MS = 200;
/**
 * Most time that one packet counts, in milliseconds, so that a machine that did something else meanwhile costs nobody the next
 * packets. The costliest packet of data takes 15 ms; one of media takes less than a millisecond, where twenty receive it.
 */
const MAX_MS = { media: 1, data: 20 };

/** Work on the packets of one connection. */
export interface PacketWork {
  /** Does the work on a packet that came, or leaves it undone where its sender has used up its time. `work` must not throw. */
  run(kind: 'media' | 'data', work: () => void): void;
}

/** For a connection that nobody owns: its work is not counted. */
export const uncountedWork: PacketWork = { run: (_, work) => work() };

/**
 * Shares out the time that the one thread of the room server takes for packets: audio, video, RTCP and data, with all that a
 * packet brings about at once (forwarding it, repeating others). Each person and each owner has a share of its own, whatever
 * others do. Beyond its share it has what is left of the whole: alone on the machine, an owner may use nearly all of it. Packets
 * above that are dropped before they are decrypted, as if the network had lost them: senders slow down, or repeat them.
 */
export class MediaWork {
  readonly #owners: RecentMap<string, RateGate>;
  readonly #all: RateGate;
  readonly #mostDebtMs: number;

  constructor({ mediaMsPerSecond, mediaMsPerSecondPerOwner }: RoomServerLimits) {
    this.#all = new RateGate(mediaMsPerSecond, MAX_AT_ONCE_MS);
    this.#mostDebtMs = mediaMsPerSecond;
    this.#owners = new RecentMap(MAX_OWNERS, () => new RateGate(mediaMsPerSecondPerOwner));
  }

  of(owner: string, conduct: Conduct): PacketWork {
    const shares = [conduct.mediaMs, this.#owners.get(owner)];
    return {
      run: (kind, work) => {
        const isOwn = shares.every((share) => share.left > 0);
        const left = this.#all.left;
        if (!isOwn && left <= 0) {
          conduct.addFault('more audio, video and data than its share of processing time allows');
          return;
        }
        const startedAt = performance.now();
        work();
        const ms = Math.min(performance.now() - startedAt, MAX_MS[kind]);
        if (left > -this.#mostDebtMs) this.#all.charge(ms);
        if (isOwn) for (const share of shares) share.charge(ms);
      },
    };
  }
}
