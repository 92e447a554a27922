import { Deferred } from '../../lib/deferred.ts';

/** How long a batch may keep the embedded database from others. What a row costs depends on its words. */
const BATCH_MS = 30;
const FIRST_SIZE = 8;

/** What this process writes for all organizations, one batch after another. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * Writes much in batches that the embedded database, which does one thing at a time, bears: each as large as the time
 * that the last one took allows, and after each the others have it for as long.
 */
export class PacedBatches {
  readonly #most: number;
  #size: number;

  constructor(most: number) {
    this.#most = most;
    this.#size = Math.min(FIRST_SIZE, most);
  }

  /** @param work writes up to `size` rows. @returns what it returns */
  async run<T>(work: (size: number) => Promise<T>): Promise<T> {
    const last = turn;
    const over = new Deferred();
    turn = over.promise;
    await last;
    const startedAt = performance.now();
    try {
      return await work(this.#size);
    } finally {
      const tookMs = performance.now() - startedAt;
      // At most twice as many: the next rows may cost more.
      const fitting = Math.min(this.#size * 2, (this.#size * BATCH_MS) / Math.max(tookMs, 1));
      this.#size = Math.min(this.#most, Math.max(1, Math.round(fitting)));
      setTimeout(() => over.resolve(), tookMs);
    }
  }
}
