import { Deferred } from '../../lib/deferred.ts';

/** How long a batch may keep the embedded database from others. The cost of a row depends on its words. */
const BATCH_MS = 30;
/** A passage of words that nobody has used yet may take a hundred times as long as another: each document begins with one. */
const FIRST_SIZE = 1;

/** The last write of this process: those of all organizations follow one another. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * Writes many rows in batches that do not block the embedded database, which does one thing at a time: each
 * batch is as large as the time of the last one allows, and after it others have the database for as long.
 */
export class PacedBatches {
  readonly #maxRows: number;
  #size = FIRST_SIZE;

  constructor(maxRows: number) {
    this.#maxRows = maxRows;
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
      this.#size = Math.min(this.#maxRows, Math.max(1, Math.round(fitting)));
      setTimeout(() => over.resolve(), tookMs);
    }
  }
}
