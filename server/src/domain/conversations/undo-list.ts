/** What has to be taken back, newest first, when a later step fails. */
export class UndoList {
  readonly #steps: (() => Promise<unknown>)[] = [];

  add(step: () => Promise<unknown>): void {
    this.#steps.push(step);
  }

  /** Every step is tried. Answers what failed, for the log: the first failure is the one that matters to the caller. */
  async run(): Promise<unknown[]> {
    const failures: unknown[] = [];
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) {
      try {
        await step();
      } catch (error) {
        failures.push(error);
      }
    }
    return failures;
  }
}
