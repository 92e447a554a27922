import type { Clock } from '../../../lib/clock.ts';

/** One timer per name: starting it again stops the previous one. */
export class NamedTimers<Name extends string> {
  readonly #clock: Clock;
  readonly #cancels = new Map<Name, () => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  start(name: Name, delayMs: number, onOver: () => void): void {
    this.stop(name);
    const cancel = this.#clock.after(delayMs, () => {
      this.#cancels.delete(name);
      onOver();
    });
    this.#cancels.set(name, cancel);
  }

  stop(...names: Name[]): void {
    for (const name of names.length > 0 ? names : [...this.#cancels.keys()]) {
      this.#cancels.get(name)?.();
      this.#cancels.delete(name);
    }
  }
}
