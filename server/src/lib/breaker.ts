import type { Clock } from './clock.ts';

/** Pause after a first failure; each further one doubles it. */
const FIRST_REST_MS = 15_000;
const LONGEST_REST_MS = 120_000;

/** Remembers that a server has just failed, so that callers that can do without it do not wait for it again. */
export class Breaker {
  readonly #clock: Pick<Clock, 'now'>;
  #openUntilMs = Number.NEGATIVE_INFINITY;
  #restMs = FIRST_REST_MS;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  get isOpen(): boolean {
    return this.#clock.now() < this.#openUntilMs;
  }

  /** Records a failure. It has no effect if a concurrent call has already failed. */
  open({ retryAfterMs = 0 }: { retryAfterMs?: number | undefined }): void {
    if (this.isOpen) return;
    this.#openUntilMs = this.#clock.now() + Math.max(this.#restMs, retryAfterMs);
    this.#restMs = Math.min(2 * this.#restMs, LONGEST_REST_MS);
  }

  /** Records that the server works. */
  close(): void {
    this.#openUntilMs = Number.NEGATIVE_INFINITY;
    this.#restMs = FIRST_REST_MS;
  }
}
