import type { ConversationEvent } from '@visavis/contracts';
import type { Logger } from '../../lib/logger.ts';

export type EventSink = (conversationId: string, event: ConversationEvent) => void | Promise<void>;

/** Hands events to a sink that may take its time: one after another within a conversation, side by side between them. */
export class OrderedEvents {
  readonly #sink: EventSink;
  readonly #log: Logger;
  readonly #tails = new Map<string, Promise<void>>();

  constructor(sink: EventSink, log: Logger) {
    this.#sink = sink;
    this.#log = log;
  }

  push(conversationId: string, event: ConversationEvent): void {
    const before = this.#tails.get(conversationId) ?? Promise.resolve();
    const tail = before
      .then(() => this.#sink(conversationId, event))
      .catch((error: unknown) => {
        this.#log.error({ err: error, conversationId, kind: event.kind }, 'an event could not be kept');
      })
      .finally(() => {
        if (this.#tails.get(conversationId) === tail) this.#tails.delete(conversationId);
      });
    this.#tails.set(conversationId, tail);
  }

  /** Resolves when everything pushed so far has been taken. */
  async drained(): Promise<void> {
    await Promise.all(this.#tails.values());
  }
}
