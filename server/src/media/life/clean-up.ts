import type { Logger } from '../../lib/logger.ts';
import { withTimeout } from '../../lib/timeout.ts';

/** Steps that undo what was set up, last first. Each runs whatever became of the others, in bounded time. */
export class CleanUp {
  readonly #steps: { name: string; undo: () => Promise<void> | void }[] = [];
  readonly #log: Logger;
  readonly #stepMs: number;

  constructor(log: Logger, stepMs: number) {
    this.#log = log;
    this.#stepMs = stepMs;
  }

  add(name: string, undo: () => Promise<void> | void): void {
    this.#steps.push({ name, undo });
  }

  async run(): Promise<void> {
    for (const { name, undo } of this.#steps.splice(0).reverse()) {
      try {
        await withTimeout(Promise.resolve(undo()), this.#stepMs, name);
      } catch (error) {
        this.#log.warn({ err: error, step: name }, 'a step of the clean-up failed');
      }
    }
  }
}
