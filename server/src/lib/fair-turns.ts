type Owner = string | object;

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
  readonly #working = new Map<Owner, number>();
  #workingCount = 0;
  /** Waiting work by owner; the owners are in the order of their turns. */
  readonly #waiting = new Map<Owner, (() => void)[]>();
  #waitingCount = 0;

  /** `refusal` creates the error for work that can neither start nor wait. */
  constructor(bounds: TurnBounds, refusal = () => new Error('too many requests are waiting')) {
    this.#bounds = bounds;
    this.#refusal = refusal;
  }

  /** Runs `work` in the owner's turn. `signal` removes work that still waits, and rejects with its reason. */
  async run<T>(owner: Owner, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.#turn(owner, signal);
    try {
      return await work();
    } finally {
      this.#end(owner);
      this.#next();
    }
  }

  async #turn(owner: Owner, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    const { atOnce, waitingOfOne = Infinity, waiting = Infinity } = this.#bounds;
    if (this.#workingCount < atOnce && this.#mayBegin(owner)) return this.#begin(owner);
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
      if (!this.#mayBegin(owner)) continue;
      const begin = line.shift()!;
      this.#waitingCount--;
      // The owner's next turn comes after one turn of every other owner.
      this.#waiting.delete(owner);
      if (line.length > 0) this.#waiting.set(owner, line);
      this.#begin(owner);
      begin();
      return;
    }
  }

  #mayBegin(owner: Owner): boolean {
    return (this.#working.get(owner) ?? 0) < (this.#bounds.ofOne ?? 1);
  }

  #begin(owner: Owner): void {
    this.#working.set(owner, (this.#working.get(owner) ?? 0) + 1);
    this.#workingCount++;
  }

  #end(owner: Owner): void {
    const rest = this.#working.get(owner)! - 1;
    if (rest > 0) this.#working.set(owner, rest);
    else this.#working.delete(owner);
    this.#workingCount--;
  }
}
