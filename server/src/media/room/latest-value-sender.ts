import type { Logger } from '../../lib/logger.ts';
import { withTimeout } from '../../lib/timeout.ts';

/** How long the next value waits for the answer to the previous one. */
const ANSWER_TIMEOUT_MS = 5000;
/** Maximum retries of a value that did not reach the room, unless a newer one has replaced it. */
const MAX_RETRIES = 3;
const RETRY_PAUSE_MS = 1000;

/**
 * Sends a changing value to a room, one request at a time; a value that is replaced while it waits is never sent. If
 * the newest value was lost, it is sent again, because it may not change for a long time.
 */
export class LatestValueSender<T> {
  readonly #send: (value: T) => Promise<unknown>;
  readonly #log: Logger;
  #next: { value: T } | undefined;
  #lastSent: { value: T } | undefined;
  #running: Promise<void> = Promise.resolve();
  #busy = false;
  #opened = false;
  #failures = 0;
  #retryTimer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(send: (value: T) => Promise<unknown>, log: Logger) {
    this.#send = send;
    this.#log = log;
  }

  /** Allows sending. Nothing is sent before. */
  open(): void {
    this.#opened = true;
    this.#run();
  }

  set(value: T): void {
    this.#next = { value };
    this.#failures = 0;
    clearTimeout(this.#retryTimer);
    this.#run();
  }

  /** Sends the newest value once more, because the room may have lost it. */
  repeat(): void {
    this.#next ??= this.#lastSent;
    this.#lastSent = undefined;
    this.#run();
  }

  /** Settles when the newest value was sent; at once while nothing may be sent yet. */
  flushed(): Promise<void> {
    return this.#running;
  }

  close(): void {
    this.#closed = true;
    this.#next = undefined;
    clearTimeout(this.#retryTimer);
  }

  #run(): void {
    if (this.#busy || !this.#opened || this.#closed) return;
    this.#busy = true;
    this.#running = this.#sendAll();
  }

  async #sendAll(): Promise<void> {
    for (let next = this.#takeNext(); next; next = this.#takeNext()) {
      // The room already has this value: nothing to send.
      if (this.#lastSent?.value === next.value) continue;
      this.#lastSent = next;
      try {
        await withTimeout(this.#send(next.value), ANSWER_TIMEOUT_MS, 'the room did not answer in time');
        this.#failures = 0;
      } catch (error) {
        this.#lastSent = undefined;
        if (this.#closed) break;
        this.#log.warn(
          { event: 'room.state_not_sent', err: error },
          'the avatar could not send its state to the room; it tries again',
        );
        if (!this.#next) this.#retryLater(next);
      }
    }
    this.#busy = false;
  }

  #retryLater(failed: { value: T }): void {
    if (++this.#failures > MAX_RETRIES) return;
    this.#retryTimer = setTimeout(() => {
      this.#next ??= failed;
      this.#run();
    }, RETRY_PAUSE_MS);
  }

  #takeNext(): { value: T } | undefined {
    const next = this.#next;
    this.#next = undefined;
    return this.#closed ? undefined : next;
  }
}
