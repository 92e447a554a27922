import { AsyncQueue } from '../../lib/async-queue.ts';
import { Deferred } from '../../lib/deferred.ts';
import type { ChatClient, ChatEvent, ChatMessage } from '../../providers/llm/chat-client.ts';
import type { EngineTool } from '../engine.ts';

/** Further events are read only once the answer is known to be wanted. */
const MAX_EVENTS = 1000;

/** A request to a model that is sent before it is known whether the user needs its answer. */
export class SpeculativeRequest {
  readonly #chat: ChatClient;
  readonly #key: string;
  readonly #events = new AsyncQueue<ChatEvent>();
  readonly #stop = new AbortController();
  readonly #accepted = new Deferred<void>();
  #hasFailed = false;

  /** @param firstMs how long the first word may take */
  constructor(
    chat: ChatClient,
    messages: readonly ChatMessage[],
    tools: readonly EngineTool[],
    firstMs: number,
  ) {
    this.#chat = chat;
    this.#key = requestKey(messages, tools);
    void this.#read(chat.stream(messages, tools, this.#stop.signal, firstMs));
  }

  /**
   * Returns the answer from its beginning, if this is the same request to the same model and it has not failed.
   * Otherwise aborts the request.
   */
  accept(
    chat: ChatClient,
    messages: readonly ChatMessage[],
    tools: readonly EngineTool[],
    signal: AbortSignal,
  ): AsyncIterable<ChatEvent> | undefined {
    if (this.#hasFailed || chat !== this.#chat || requestKey(messages, tools) !== this.#key) {
      this.abort();
      return undefined;
    }
    signal.addEventListener('abort', () => this.#stop.abort(signal.reason), { once: true });
    this.#accepted.resolve();
    return this.#answer();
  }

  abort(): void {
    this.#stop.abort();
    this.#accepted.resolve();
  }

  async #read(events: AsyncIterable<ChatEvent>): Promise<void> {
    let count = 0;
    try {
      for await (const event of events) {
        this.#events.push(event);
        if (++count === MAX_EVENTS) await this.#accepted.promise;
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
      // A consumer that stops in the middle of the answer does not want the rest.
      this.#stop.abort();
    }
  }
}

const requestKey = (messages: readonly ChatMessage[], tools: readonly EngineTool[]): string =>
  JSON.stringify([
    messages,
    tools.map(({ name, description, parameters }) => [name, description, parameters]),
  ]);
