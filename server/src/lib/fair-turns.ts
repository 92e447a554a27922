type Owner = string | object;

export interface TurnBounds {
  /** How many work at once, of all and of one owner (1 where absent). */
  atOnce: number;
  ofOne?: number;
  /** How many may wait, of one owner and of all; absent: as many as come. */
  waitingOfOne?: number;
  waiting?: number;
}

/**
 * Lets owners take turns at what few may do at once: of each owner only so much works at a time, and however much one of
 * them wants, another waits for one turn of each at most.
 */
export class FairTurns {
  readonly #bounds: TurnBounds;
  readonly #refusal: () => Error;
  readonly #working = new Map<Owner, number>();
  #workingCount = 0;
  /** Those who wait, by owner, in the order of their turns. */
  readonly #waiting = new Map<Owner, (() => void)[]>();
  #waitingCount = 0;

  /** `refusal` makes the error for work that can neither begin nor wait, where that is bounded. */
  constructor(bounds: TurnBounds, refusal = () => new Error('too many wait for their turn')) {
    this.#bounds = bounds;
    this.#refusal = refusal;
  }

  /** `signal` takes work that still waits out of its line, and rejects with the signal's reason. */
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
      // Its next turn comes after one of each other.
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
