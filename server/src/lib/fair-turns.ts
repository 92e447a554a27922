import { Budget, type Owner } from './budget.ts';

export interface TurnBounds {
  /** Maximum number that work at once, in total and per owner (default 1). */
  atOnce: number;
  ofOne?: number;
  /** Maximum number that wait, per owner and in total; unlimited by default. */
  waitingOfOne?: number;
  waiting?: number;
}

/**
 * Lets owners take turns at work that only a few may do at once. An owner's concurrent work is limited, and however
 * much one owner queues, another waits for at most one turn of each.
 */
export class FairTurns {
  readonly #bounds: TurnBounds;
  readonly #refusal: () => Error;
  readonly #working: Budget;
  /** Waiting work by owner; the owners are in the order of their turns. */
  readonly #waiting = new Map<Owner, (() => void)[]>();
  #waitingCount = 0;

  /** `refusal` creates the error for work that can neither start nor wait. */
  constructor(bounds: TurnBounds, refusal = () => new Error('too many requests are waiting')) {
    const { atOnce, ofOne = 1 } = bounds;
    this.#bounds = bounds;
    this.#working = new Budget({ ofOne, all: atOnce, isHard: true });
    this.#refusal = refusal;
  }

  /** Runs `work` in the owner's turn. `signal` removes work that still waits, and rejects with its reason. */
  async run<T>(owner: Owner, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.#turn(owner, signal);
    try {
      return await work();
    } finally {
      this.#working.release(owner);
      this.#next();
    }
  }

  async #turn(owner: Owner, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    const { waitingOfOne = Infinity, waiting = Infinity } = this.#bounds;
    if (!this.#working.isExceededBy(owner)) return this.#working.take(owner);
    const line = this.#waiting.get(owner) ?? [];
    if (line.length >= waitingOfOne || this.#waitingCount >= waiting) throw this.#refusal();
    this.#waiting.set(owner, line);
    this.#waitingCount++;
    await new Promise<void>((resolve, reject) => {
      const begin = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        line.splice(line.indexOf(begin), 1);
        this.#waitingCount--;
        if (line.length === 0) this.#waiting.delete(owner);
        reject(signal!.reason);
      };
      signal?.addEventListener('abort', leave, { once: true });
      line.push(begin);
    });
  }

  #next(): void {
    for (const [owner, line] of this.#waiting) {
      if (this.#working.isExceededBy(owner)) continue;
      const begin = line.shift()!;
      this.#waitingCount--;
      // The owner's next turn comes after one turn of every other owner.
      this.#waiting.delete(owner);
      if (line.length > 0) this.#waiting.set(owner, line);
      this.#working.take(owner);
      begin();
      return;
    }
  }
}
