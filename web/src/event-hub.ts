import type {
  ConversationEventMap,
  ConversationHandlers,
  ConversationListener,
} from './conversation-events.ts';

type Listeners = { [K in keyof ConversationEventMap]?: Set<ConversationListener<K>> };

/** The listeners of each event. */
export class EventHub {
  readonly #listeners: Listeners = {};

  constructor(handlers: ConversationHandlers = {}) {
    for (const [name, handler] of Object.entries(handlers)) {
      if (handler) this.on(name as keyof ConversationEventMap, handler as never);
    }
  }

  /** @returns a function that removes the listener */
  on<K extends keyof ConversationEventMap>(name: K, listener: ConversationListener<K>): () => void {
    this.#listeners[name] ??= new Set() as never;
    const listeners = this.#listeners[name]!;
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  /** Calls all listeners of an event, even if one throws: its error is reported as uncaught. */
  emit<K extends keyof ConversationEventMap>(name: K, event: ConversationEventMap[K]): void {
    for (const listener of this.#listeners[name] ?? []) {
      try {
        listener(event);
      } catch (error) {
        // Thrown outside of this call, so that the page reports it as uncaught.
        setTimeout(() => {
          throw error;
        });
      }
    }
  }
}
