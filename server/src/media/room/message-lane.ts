import { Deferred } from '../../lib/deferred.ts';
import type { Logger } from '../../lib/logger.ts';

/** Maximum messages that wait while the connection recovers; further ones are dropped. */
const MAX_WAITING = 500;

/** Sends messages to a room one after another, in order. A failure is logged, and the rest continues. */
export class MessageLane {
  readonly #log: Logger;
  readonly #opened = new Deferred();
  #last = this.#opened.promise;
  #waiting = 0;
  #closed = false;

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
        if (!this.#closed)
          this.#log.warn(
            { event: 'room.message_lost', err: error },
            'the avatar could not send a message to the room',
          );
      })
      .finally(() => this.#waiting--);
  }

  /** Settles when everything added so far was sent. Never settles while the lane is not open. */
  flushed(): Promise<void> {
    return this.#last;
  }

  close(): void {
    this.#closed = true;
    this.#opened.resolve();
  }
}
