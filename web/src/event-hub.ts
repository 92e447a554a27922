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

  /** @returns ends the listening */
  on<K extends keyof ConversationEventMap>(name: K, listener: ConversationListener<K>): () => void {
    this.#listeners[name] ??= new Set() as never;
    const listeners = this.#listeners[name]!;
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  /** A listener that throws does not keep the others from hearing; its error is reported as the page's own. */
  emit<K extends keyof ConversationEventMap>(name: K, event: ConversationEventMap[K]): void {
    for (const listener of this.#listeners[name] ?? []) {
      try {
        listener(event);
      } catch (error) {
        // Uncaught, as it would be in the page.
        setTimeout(() => {
          throw error;
        });
      }
    }
  }
}
