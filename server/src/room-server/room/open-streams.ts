/** A data stream that was begun and has not ended. */
interface OpenStream {
  readonly destinationIdentities: readonly string[];
  receivedAt: number;
  /** How many more bytes may arrive. */
  bytesLeft: number;
}

/** The data streams that a participant is sending. In LiveKit's protocol each has a header and a trailer. */
export class OpenStreams {
  readonly #byId = new Map<string, OpenStream>();

  get count(): number {
    return this.#byId.size;
  }

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  begin(id: string, destinationIdentities: readonly string[], maxBytes = Number.POSITIVE_INFINITY): void {
    this.#byId.set(id, { destinationIdentities, receivedAt: performance.now(), bytesLeft: maxBytes });
  }

  /** @returns false if the stream has become too long. */
  receive(id: string, bytes: number): boolean {
    const stream = this.#byId.get(id);
    if (stream === undefined) return true;
    stream.receivedAt = performance.now();
    stream.bytesLeft -= bytes;
    return stream.bytesLeft >= 0;
  }

  destinationsOf(id: string): string[] {
    return [...(this.#byId.get(id)?.destinationIdentities ?? [])];
  }

  /** Ends a stream. @returns its destinations */
  take(id: string): string[] {
    const destinations = this.destinationsOf(id);
    this.#byId.delete(id);
    return destinations;
  }

  /** Ends the streams of which nothing was received for `forMs` milliseconds. @returns their ids and destinations. */
  takeSilent(forMs: number): { id: string; destinationIdentities: string[] }[] {
    const before = performance.now() - forMs;
    const silent = [...this.#byId].filter(([, { receivedAt }]) => receivedAt <= before);
    for (const [id] of silent) this.#byId.delete(id);
    return silent.map(([id, { destinationIdentities }]) => ({
      id,
      destinationIdentities: [...destinationIdentities],
    }));
  }
}
