import type { ConversationEvent } from '@visavis/contracts';
import { isUnavailable } from '../domain/errors.ts';
import { backoffMs } from '../lib/backoff.ts';
import type { Logger } from '../lib/logger.ts';

/** Receives an event; may be called again with one for which it failed. */
export type EventSink = (conversationId: string, event: ConversationEvent) => void | Promise<void>;

const RETRY_PAUSE = { firstMs: 250, maxMs: 5_000 };
/** A restarting store takes seconds; a full disk lasts until an operator frees space. */
const RETRY_LIMIT_MS = 600_000;
/** How long events are retried when the service ends, which waits until they are stored. */
const RETRY_LIMIT_AT_END_MS = 5_000;
/**
 * Maximum waiting events of one conversation, and maximum characters of their JSON: more than people say while a store
 * is unavailable. Limits are needed, because agents, models and rooms may be programs.
 */
const MAX_QUEUED = 5_000;
const MAX_CHARACTERS = 4_000_000;
const DROPPED =
  'From now on some events are not recorded, because they occur faster than they can be stored.';

/** The events of a conversation that have not been received yet. */
interface EventQueue {
  tail: Promise<void>;
  count: number;
  /** Length of the waiting events as JSON. */
  characters: number;
  dropped: number;
}

/**
 * Passes events to a sink that may be slow: sequentially within a conversation, concurrently across conversations.
 * While the store is unavailable, events wait here: the conversation continues, and what was said must not be lost.
 * Events beyond the limit are dropped, which the timeline states.
 */
export class OrderedEvents {
  readonly #sink: EventSink;
  readonly #log: Logger;
  readonly #onFlood: (conversationId: string) => void;
  readonly #queues = new Map<string, EventQueue>();
  #deadline = Number.POSITIVE_INFINITY;

  /** `onFlood` is called once as many events of a conversation were dropped as may wait. */
  constructor(sink: EventSink, log: Logger, onFlood: (conversationId: string) => void) {
    this.#sink = sink;
    this.#log = log;
    this.#onFlood = onFlood;
  }

  push(conversationId: string, event: ConversationEvent): void {
    const queue = this.#queues.get(conversationId);
    const isFull = queue && (queue.count >= MAX_QUEUED || queue.characters >= MAX_CHARACTERS);
    if (isFull && event.kind !== 'ended') this.#drop(conversationId, queue);
    else this.#append(conversationId, event);
  }

  #drop(conversationId: string, queue: EventQueue): void {
    queue.dropped++;
    if (queue.dropped === MAX_QUEUED) this.#onFlood(conversationId);
    if (queue.dropped > 1) return;
    this.#log.warn(
      { event: 'conversation.events_dropped', conversationId, waiting: queue.count },
      'a conversation produces events faster than they can be stored, so some are not recorded',
    );
    const warning = { type: 'warning', author: 'system', content: DROPPED } as const;
    this.#append(conversationId, { kind: 'timeline', at: Date.now(), ...warning });
  }

  #append(conversationId: string, event: ConversationEvent): void {
    const empty = { tail: Promise.resolve(), count: 0, characters: 0, dropped: 0 };
    const queue: EventQueue = this.#queues.get(conversationId) ?? empty;
    this.#queues.set(conversationId, queue);
    const characters = JSON.stringify(event).length;
    queue.count++;
    queue.characters += characters;
    const deadline = performance.now() + RETRY_LIMIT_MS;
    queue.tail = queue.tail
      .then(() => this.#deliver(conversationId, event, deadline))
      .catch((error: unknown) => {
        this.#log.error(
          { event: 'conversation.event_lost', err: error, conversationId, kind: event.kind },
          'the service lost an event of a conversation, because it could not be stored',
        );
      })
      .finally(() => {
        queue.count--;
        queue.characters -= characters;
        if (queue.count === 0) this.#queues.delete(conversationId);
      });
  }

  /** Resolves when everything pushed so far was received or has failed. */
  async drained(): Promise<void> {
    this.#deadline = performance.now() + RETRY_LIMIT_AT_END_MS;
    await Promise.all([...this.#queues.values()].map(({ tail }) => tail));
  }

  async #deliver(conversationId: string, event: ConversationEvent, deadline: number): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#sink(conversationId, event);
      } catch (error) {
        if (!isUnavailable(error) || performance.now() >= Math.min(deadline, this.#deadline)) throw error;
        if (attempt === 1)
          this.#log.warn(
            { event: 'conversation.event_waits', err: error, conversationId, kind: event.kind },
            'an event of a conversation could not be stored yet, because the database is unavailable; the service tries again',
          );
      }
      await new Promise((resolve) => setTimeout(resolve, backoffMs(attempt, RETRY_PAUSE)));
    }
  }
}
