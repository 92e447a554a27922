import type { Clock } from '../lib/clock.ts';

/** Barks when an answer was due and nothing came: a provider may be silent on a line that looks sound. */
export class AnswerWatchdog {
  readonly #clock: Clock;
  readonly #patienceMs: number;
  readonly #onSilence: (times: number) => void;
  #cancel: (() => void) | undefined;
  #times = 0;

  /** `times`: how often in a row no answer came, from 1. */
  constructor(clock: Clock, patienceMs: number, onSilence: (times: number) => void) {
    this.#clock = clock;
    this.#patienceMs = patienceMs;
    this.#onSilence = onSilence;
  }

  /** An answer is due. */
  get waits(): boolean {
    return this.#cancel !== undefined;
  }

  expect(): void {
    this.#cancel?.();
    this.#cancel = this.#clock.after(this.#patienceMs, () => {
      this.#cancel = undefined;
      this.#onSilence(++this.#times);
    });
  }

  /** Something of an answer has come. */
  satisfied(): void {
    this.#times = 0;
    this.rest();
  }

  /** No answer is due any more. */
  rest(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }
}
