import { Deferred } from '../../lib/deferred.ts';

/** How long a batch may occupy the embedded database, in milliseconds. The cost of a row depends on its words. */
const BATCH_MS = 30;
/** A passage of new words may take a hundred times as long as others, and each document begins with one. */
const FIRST_SIZE = 1;

/** The last write of this process. The writes of all organizations run one after another. */
let lastWrite: Promise<unknown> = Promise.resolve();

/**
 * Writes many rows in batches without blocking the embedded database, which does one thing at a time: the size of each
 * batch follows from the time of the last one, and afterwards others have the database for as long.
 */
export class PacedBatches {
  readonly #maxRows: number;
  #size = FIRST_SIZE;

  constructor(maxRows: number) {
    this.#maxRows = maxRows;
  }

  /** @param work writes up to `size` rows @returns the result of `work` */
  async run<T>(work: (size: number) => Promise<T>): Promise<T> {
    const previous = lastWrite;
    const finished = new Deferred();
    lastWrite = finished.promise;
    await previous;
    const startedAt = performance.now();
    try {
      return await work(this.#size);
    } finally {
      const tookMs = performance.now() - startedAt;
      // At most twice as many, because the next rows may cost more.
      const nextSize = Math.min(this.#size * 2, (this.#size * BATCH_MS) / Math.max(tookMs, 1));
      this.#size = Math.min(this.#maxRows, Math.max(1, Math.round(nextSize)));
      setTimeout(() => finished.resolve(), tookMs);
    }
  }
}
