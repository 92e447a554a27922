import type { ConversationEvent } from '@visavis/contracts';
import { isUnavailable } from '../domain/errors.ts';
import { backoffMs } from '../lib/backoff.ts';
import type { Logger } from '../lib/logger.ts';

/** May be called again with an event for which it failed. */
export type EventSink = (conversationId: string, event: ConversationEvent) => void | Promise<void>;

const AGAIN = { firstMs: 250, maxMs: 5_000 };
/** A store that restarts takes seconds; a full disk lasts until an operator frees space. */
const KEEP_TRYING_MS = 600_000;
/** The same at the end of the service, which waits until the pushed events are stored. */
const KEEP_TRYING_AT_END_MS = 5_000;

/**
 * Hands events to a sink that may take its time: one after another within a conversation, side by side between them. While the
 * store is unavailable they wait here: a conversation goes on without it, and what was said in it would be lost.
 */
export class OrderedEvents {
  readonly #sink: EventSink;
  readonly #log: Logger;
  readonly #tails = new Map<string, Promise<void>>();
  #latest = Number.POSITIVE_INFINITY;

  constructor(sink: EventSink, log: Logger) {
    this.#sink = sink;
    this.#log = log;
  }

  push(conversationId: string, event: ConversationEvent): void {
    const before = this.#tails.get(conversationId) ?? Promise.resolve();
    const latest = performance.now() + KEEP_TRYING_MS;
    const tail = before
      .then(() => this.#keep(conversationId, event, latest))
      .catch((error: unknown) => {
        this.#log.error(
          { event: 'conversation.event_lost', err: error, conversationId, kind: event.kind },
          'the service lost an event of a conversation: it could not be stored',
        );
      })
      .finally(() => {
        if (this.#tails.get(conversationId) === tail) this.#tails.delete(conversationId);
      });
    this.#tails.set(conversationId, tail);
  }

  /** Resolves when everything pushed so far of these conversations has been taken, or could not be. */
  async taken(conversationIds: readonly string[]): Promise<void> {
    await Promise.all(conversationIds.map((id) => this.#tails.get(id) ?? Promise.resolve()));
  }

  /** Resolves when everything pushed so far has been taken, or could not be. */
  async drained(): Promise<void> {
    this.#latest = performance.now() + KEEP_TRYING_AT_END_MS;
    await Promise.all(this.#tails.values());
  }

  async #keep(conversationId: string, event: ConversationEvent, latest: number): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#sink(conversationId, event);
      } catch (error) {
        if (!isUnavailable(error) || performance.now() >= Math.min(latest, this.#latest)) throw error;
        if (attempt === 1)
          this.#log.warn(
            { event: 'conversation.event_waits', err: error, conversationId, kind: event.kind },
            'an event of a conversation waits: the store is not available',
          );
      }
      await new Promise((resolve) => setTimeout(resolve, backoffMs(attempt, AGAIN)));
    }
  }
}
