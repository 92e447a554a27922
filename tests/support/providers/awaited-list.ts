import { DEADLINE_MS } from '../deadlines.ts';
/** A list whose next entries can be awaited: everything that arrives is kept, and each entry is taken once. */
export class AwaitedList<T> {
  readonly all: T[] = [];
  readonly #taken = new Set<T>();
  #wake: (() => void)[] = [];
  readonly #describe: (entry: T) => string;

  constructor(describe: (entry: T) => string) {
    this.#describe = describe;
  }

  push(entry: T): void {
    this.all.push(entry);
    for (const wake of this.#wake.splice(0)) wake();
  }

  /** Takes the first matching entry that was not taken yet. Rejects after `timeoutMs`, with what arrived instead. */
  async next(what: string, matches: (entry: T) => boolean, timeoutMs = DEADLINE_MS): Promise<T> {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const found = this.all.find((entry) => !this.#taken.has(entry) && matches(entry));
      if (found !== undefined) {
        this.#taken.add(found);
        return found;
      }
      const leftMs = deadline - Date.now();
      if (leftMs <= 0) throw new Error(`no ${what} came; what came: ${this.summary()}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, leftMs);
        this.#wake.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }

  summary(): string {
    return this.all.slice(-30).map(this.#describe).join(', ') || 'nothing';
  }
}
