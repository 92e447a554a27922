export interface ReceivedEvent {
  id: number;
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever the service sent and assert on it.
  data: any;
}

/** Reads server-sent events over a real connection, as a browser would. */
export class EventStreamReader {
  readonly response: Response;
  readonly events: ReceivedEvent[] = [];
  heartbeats = 0;
  /** Settles when the service ends the stream, or the reader leaves. */
  readonly done: Promise<void>;
  readonly #abort: AbortController;

  private constructor(response: Response, abort: AbortController) {
    this.response = response;
    this.#abort = abort;
    this.done = this.#read().catch(() => undefined);
  }

  static async open(url: string, headers: Record<string, string>): Promise<EventStreamReader> {
    const abort = new AbortController();
    return new EventStreamReader(await fetch(url, { headers, signal: abort.signal }), abort);
  }

  /** Disconnects as a closed tab does. */
  leave(): void {
    this.#abort.abort();
  }

  async #read(): Promise<void> {
    const decoder = new TextDecoder();
    let rest = '';
    for await (const bytes of this.response.body ?? []) {
      rest += decoder.decode(bytes as Uint8Array, { stream: true });
      const blocks = rest.split('\n\n');
      rest = blocks.pop()!;
      for (const block of blocks) this.#take(block);
    }
  }

  #take(block: string): void {
    if (block === ':') this.heartbeats += 1;
    const fields = new Map(
      block.split('\n').map((line): [string, string] => {
        const colon = line.indexOf(': ');
        return [line.slice(0, colon), line.slice(colon + 2)];
      }),
    );
    const data = fields.get('data');
    if (data === undefined) return;
    this.events.push({
      id: Number(fields.get('id')),
      event: fields.get('event') ?? '',
      data: JSON.parse(data),
    });
  }
}
