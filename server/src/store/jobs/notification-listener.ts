import type pg from 'pg';
import { backoffMs } from '../../lib/backoff.ts';
import type { Logger } from '../../lib/logger.ts';

/**
 * Keeps one connection listening on a channel, and replaces it if it breaks. Notifications in between are lost, so
 * `onMessage` is called without a payload after every (re)connection, as a reason to poll.
 */
export class NotificationListener {
  readonly #pool: pg.Pool;
  readonly #channel: string;
  readonly #log: Logger;
  readonly #onMessage: (payload: string | undefined) => void;
  #client: pg.PoolClient | undefined;
  #connecting: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #failures = 0;
  #stopped = false;

  constructor(pool: pg.Pool, channel: string, log: Logger, onMessage: (payload: string | undefined) => void) {
    this.#pool = pool;
    this.#channel = channel;
    this.#log = log;
    this.#onMessage = onMessage;
  }

  start(): void {
    this.#connecting = this.#connect().then(
      () => {
        this.#failures = 0;
        this.#onMessage(undefined);
      },
      (error: unknown) => this.#retryLater(error),
    );
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#connecting;
    const client = this.#client;
    this.#client = undefined;
    // Destroyed instead of released to the pool: its next user must not get the channel's notifications.
    client?.release(true);
  }

  async #connect(): Promise<void> {
    const client = await this.#pool.connect();
    client.on('notification', (note) => {
      if (note.channel === this.#channel) this.#onMessage(note.payload);
    });
    client.once('end', () => {
      if (this.#client !== client) return;
      this.#client = undefined;
      client.release(true);
      this.#retryLater(new Error('the listening connection ended'));
    });
    try {
      await client.query(`listen ${this.#channel}`);
    } catch (error) {
      client.release(true);
      throw error;
    }
    this.#client = client;
  }

  #retryLater(error: unknown): void {
    if (this.#stopped) return;
    this.#failures += 1;
    this.#log.debug(
      { event: 'store.listening_failed', err: error, channel: this.#channel },
      'the service lost its notifications from the database; it subscribes again soon',
    );
    this.#timer = setTimeout(() => this.start(), backoffMs(this.#failures, { firstMs: 200, maxMs: 10_000 }));
    this.#timer.unref();
  }
}
