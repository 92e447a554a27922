import { AsyncQueue } from '../../lib/async-queue.ts';
import { Deferred } from '../../lib/deferred.ts';
import type { ChatClient, ChatEvent, ChatMessage } from '../../providers/llm/chat-client.ts';
import type { EngineTool } from '../engine.ts';

/** More is read once it is known that the answer is wanted. */
const MAX_EVENTS = 1000;

/** A request to a model, made while it is not yet known whether it is the one that the user waits for. */
export class AskedAhead {
  readonly #chat: ChatClient;
  readonly #request: string;
  readonly #events = new AsyncQueue<ChatEvent>();
  readonly #stop = new AbortController();
  readonly #taken = new Deferred<void>();
  #hasFailed = false;

  /** @param firstMs how long the first word may take */
  constructor(
    chat: ChatClient,
    messages: readonly ChatMessage[],
    tools: readonly EngineTool[],
    firstMs: number,
  ) {
    this.#chat = chat;
    this.#request = requestOf(messages, tools);
    void this.#read(chat.stream(messages, tools, this.#stop.signal, firstMs));
  }

  /**
   * Returns the answer, from its beginning, if the same is asked of the same model now and it has not failed. Otherwise gives the
   * request up.
   */
  take(
    chat: ChatClient,
    messages: readonly ChatMessage[],
    tools: readonly EngineTool[],
    signal: AbortSignal,
  ): AsyncIterable<ChatEvent> | undefined {
    if (this.#hasFailed || chat !== this.#chat || requestOf(messages, tools) !== this.#request) {
      this.giveUp();
      return undefined;
    }
    signal.addEventListener('abort', () => this.#stop.abort(signal.reason), { once: true });
    this.#taken.resolve();
    return this.#answer();
  }

  giveUp(): void {
    this.#stop.abort();
    this.#taken.resolve();
  }

  async #read(events: AsyncIterable<ChatEvent>): Promise<void> {
    let count = 0;
    try {
      for await (const event of events) {
        this.#events.push(event);
        if (++count === MAX_EVENTS) await this.#taken.promise;
      }
      this.#events.end();
    } catch (error) {
      this.#hasFailed = true;
      this.#events.end(error);
    }
  }

  async *#answer(): AsyncGenerator<ChatEvent> {
    try {
      for (let event = await this.#events.next(); event; event = await this.#events.next()) yield event;
    } finally {
      // Whoever stops in the middle of the answer wants no more of it.
      this.#stop.abort();
    }
  }
}

const requestOf = (messages: readonly ChatMessage[], tools: readonly EngineTool[]): string =>
  JSON.stringify([
    messages,
    tools.map(({ name, description, parameters }) => [name, description, parameters]),
  ]);
