import { Deferred } from '../../lib/deferred.ts';
import type { Logger } from '../../lib/logger.ts';

/** Messages that may wait while the connection recovers; more are dropped. */
const MAX_WAITING = 500;

/** Sends messages to a room one after another, in their order; what fails is logged and the rest goes on. */
export class MessageLane {
  readonly #log: Logger;
  readonly #opened = new Deferred();
  #last = this.#opened.promise;
  #waiting = 0;
  #closed = false;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Nothing is sent before. */
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
        if (!this.#closed)
          this.#log.warn(
            { event: 'room.message_lost', err: error },
            'the avatar could not send a message to the room',
          );
      })
      .finally(() => this.#waiting--);
  }

  /** Settles when everything added so far was sent. Waits for ever while the lane is not open. */
  flushed(): Promise<void> {
    return this.#last;
  }

  close(): void {
    this.#closed = true;
    this.#opened.resolve();
  }
}
