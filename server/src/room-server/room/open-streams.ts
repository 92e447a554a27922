/** A data stream that was begun and not ended. */
interface OpenStream {
  readonly destinationIdentities: readonly string[];
  receivedAt: number;
  /** Bytes that may still come. */
  left: number;
}

/** The data streams that a participant is sending: LiveKit's protocol has them begin with a header and end with a trailer. */
export class OpenStreams {
  readonly #byId = new Map<string, OpenStream>();

  get count(): number {
    return this.#byId.size;
  }

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  begin(id: string, destinationIdentities: readonly string[], mostBytes = Number.POSITIVE_INFINITY): void {
    this.#byId.set(id, { destinationIdentities, receivedAt: performance.now(), left: mostBytes });
  }

  /** @returns false for a stream that has become too long. */
  receive(id: string, bytes: number): boolean {
    const stream = this.#byId.get(id);
    if (stream === undefined) return true;
    stream.receivedAt = performance.now();
    stream.left -= bytes;
    return stream.left >= 0;
  }

  destinationsOf(id: string): string[] {
    return [...(this.#byId.get(id)?.destinationIdentities ?? [])];
  }

  /** Ends a stream. @returns for whom it was */
  take(id: string): string[] {
    const destinations = this.destinationsOf(id);
    this.#byId.delete(id);
    return destinations;
  }

  /** Ends the streams of which nothing was received for that long. @returns their ids and for whom they were. */
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
