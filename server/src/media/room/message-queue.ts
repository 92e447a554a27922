import { systemClock } from '../../lib/clock.ts';
import { Deferred } from '../../lib/deferred.ts';
import type { Logger } from '../../lib/logger.ts';

/** Maximum messages that wait while the connection recovers; further ones are dropped. */
const MAX_WAITING = 500;
/** Lost messages are logged as one line per period, and the first one at once. */
const LOST_PERIOD_MS = 60_000;

/** Sends messages to a room one after another, in order. Failures are counted in the log, and the rest continues. */
export class MessageQueue {
  readonly #log: Logger;
  readonly #opened = new Deferred();
  #last = this.#opened.promise;
  #waiting = 0;
  #closed = false;
  /** Messages that were lost since the last log line. */
  #lost = 0;
  #lastError: unknown;
  #cancelReport: (() => void) | undefined;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Allows sending. Nothing is sent before. */
  open(): void {
    this.#opened.resolve();
  }

  add(send: () => Promise<unknown>): void {
    if (this.#closed || this.#waiting >= MAX_WAITING) return;
    this.#waiting++;
    this.#last = this.#last
      .then(async () => {
        if (!this.#closed) await send();
      })
      .catch((error: unknown) => {
        if (this.#closed) return;
        this.#lost++;
        this.#lastError = error;
        if (!this.#cancelReport) this.#report();
      })
      .finally(() => this.#waiting--);
  }

  /** Settles when everything added so far was sent. Never settles while the queue is not open. */
  flushed(): Promise<void> {
    return this.#last;
  }

  close(): void {
    this.#closed = true;
    this.#opened.resolve();
    this.#cancelReport?.();
    this.#report();
  }

  /** Logs the messages lost since the last line, and again after a period if there were any. */
  #report(): void {
    this.#cancelReport = undefined;
    if (this.#lost === 0) return;
    this.#log.warn(
      { event: 'room.message_lost', err: this.#lastError, lost: this.#lost },
      'the avatar could not send messages to the room',
    );
    this.#lost = 0;
    if (!this.#closed) this.#cancelReport = systemClock.after(LOST_PERIOD_MS, () => this.#report());
  }
}
