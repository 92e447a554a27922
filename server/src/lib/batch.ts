interface Waiting<I, O> {
  item: I;
  resolve: (answer: O) => void;
  reject: (error: unknown) => void;
}

/**
 * Combines concurrent items into batches. An item runs at once when nothing is running; items that arrive meanwhile are
 * processed together afterwards, so that no item waits only to fill a batch.
 */
export class Batch<I, O> {
  readonly #run: (items: readonly I[]) => Promise<readonly O[]>;
  readonly #most: number;
  #waiting: Waiting<I, O>[] = [];
  #isRunning = false;

  /** @param run returns results in the order of the items; if it fails, each item fails */
  constructor(run: (items: readonly I[]) => Promise<readonly O[]>, most = 100) {
    this.#run = run;
    this.#most = most;
  }

  add(item: I): Promise<O> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (!this.#isRunning) void this.#work();
    });
  }

  async #work(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, this.#most);
      try {
        const answers = await this.#run(batch.map(({ item }) => item));
        for (const [at, { resolve }] of batch.entries()) resolve(answers[at]!);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#isRunning = false;
  }
}
