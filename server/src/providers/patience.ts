import type { Clock } from '../lib/clock.ts';

/** How long a call to a provider may take. */
export interface Patience {
  /** Milliseconds from the request to the first piece of the answer's body. */
  firstMs: number;
  /** Milliseconds from each piece to the next. */
  nextMs: number;
  /** Milliseconds from the request to the end of the answer. */
  wholeMs: number;
}

/** Default limits of calls. Except for the embedding of documents, somebody waits in silence meanwhile. */
export const PATIENCE = {
  llm: { firstMs: 8_000, nextMs: 5_000, wholeMs: 120_000 },
  tts: { firstMs: 3_000, nextMs: 3_000, wholeMs: 30_000 },
  stt: { firstMs: 8_000, nextMs: 5_000, wholeMs: 10_000 },
  embeddings: { firstMs: 30_000, nextMs: 10_000, wholeMs: 60_000 },
} as const satisfies Record<string, Patience>;

/** How long a user waits for an answer in silence. */
export interface UserPatience {
  /** After this much silence the avatar says that it is still working; 0: never. */
  saidMs: number;
  /** A model that has produced nothing for this long, despite retries, is given up with an apology. */
  giveUpMs: number;
}
export const USER_PATIENCE: UserPatience = { saidMs: 3_000, giveUpMs: 10_000 };

/** Pause after a first failure; each further one doubles it. */
const FIRST_REST_MS = 15_000;
const LONGEST_REST_MS = 120_000;

/** Remembers that a provider has just failed, so that callers that can do without it do not wait for it again. */
export class Breaker {
  readonly #clock: Clock;
  #openUntilMs = Number.NEGATIVE_INFINITY;
  #restMs = FIRST_REST_MS;

  constructor(clock: Clock) {
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

  /** Records that the provider works. */
  close(): void {
    this.#openUntilMs = Number.NEGATIVE_INFINITY;
    this.#restMs = FIRST_REST_MS;
  }
}
