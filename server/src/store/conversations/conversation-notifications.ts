import type pg from 'pg';
import type { ChangeNotifications } from '../../domain/conversations/conversation-feed.ts';
import type { Logger } from '../../lib/logger.ts';
import { NotificationListener } from '../jobs/notification-listener.ts';

/** The NOTIFY channel. The payload is the id of the conversation that has changed. */
export const CONVERSATIONS_CHANNEL = 'visavis_conversations';

/** Listens for changes made by any process (with the embedded database, only by this one). */
export class ConversationNotifications implements ChangeNotifications {
  readonly #listener: NotificationListener;
  readonly #wakes = new Map<string, Set<() => void>>();

  constructor(pool: pg.Pool, log: Logger) {
    this.#listener = new NotificationListener(pool, CONVERSATIONS_CHANNEL, log, (id) => this.#wake(id));
  }

  start(): void {
    this.#listener.start();
  }

  async stop(): Promise<void> {
    await this.#listener.stop();
  }

  subscribe(conversationId: string, wake: () => void): () => void {
    const wakes = this.#wakes.get(conversationId) ?? new Set();
    this.#wakes.set(conversationId, wakes.add(wake));
    return () => {
      wakes.delete(wake);
      if (wakes.size === 0 && this.#wakes.get(conversationId) === wakes) this.#wakes.delete(conversationId);
    };
  }

  /** Wakes the followers of a conversation; without an id all followers, because notifications may have been lost. */
  #wake(id: string | undefined): void {
    const affected = id === undefined ? [...this.#wakes.values()] : [this.#wakes.get(id) ?? []];
    for (const wakes of affected) for (const wake of wakes) wake();
  }
}
