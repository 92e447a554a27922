/** The memory that Node uses for a chunk besides its bytes: its objects, and the allocation of the bytes. */
const CHUNK_OVERHEAD_BYTES = 400;

/** Returns the memory that this many chunks with this many bytes use. */
export const memoryBytesOf = (chunks: number, bytes: number) => CHUNK_OVERHEAD_BYTES * chunks + bytes;

/** A DATA chunk. */
export interface OutboundChunk {
  readonly tsn: number;
  /** The chunk as on the wire. */
  readonly bytes: Buffer;
  state: 'queued' | 'inFlight' | 'lost' | 'acknowledged';
  /** The number and time (ms) of the packet that carried the chunk last. */
  packet: number;
  sentAtMs: number;
  repeated: boolean;
}

export interface Acknowledgement {
  readonly cumulativeTsn: number;
  readonly windowBytes: number;
  /** Ranges received beyond the cumulative TSN, as offsets from it, both ends inclusive. */
  readonly gaps: readonly (readonly [first: number, last: number])[];
}

/** Chunks sent and not acknowledged cumulatively, with consecutive TSNs: in flight, lost, or received beyond a gap. */
export class OutstandingChunks {
  readonly #chunks: OutboundChunk[] = [];
  #firstTsn: number;
  #bytes = 0;
  #flightSize = 0;
  #lostCount = 0;
  #packets = 0;
  /** The number of the newest packet with an acknowledged chunk. */
  #newestAcknowledged = 0;

  constructor(initialTsn: number) {
    this.#firstTsn = initialTsn;
  }

  /** The bytes in flight. */
  get flightSize(): number {
    return this.#flightSize;
  }

  get lostCount(): number {
    return this.#lostCount;
  }

  /** The memory that the chunks use, in bytes. */
  get memoryBytes(): number {
    return memoryBytesOf(this.#chunks.length, this.#bytes);
  }

  /** Returns the oldest chunks in a state that fit into a packet. */
  oldest(state: 'inFlight' | 'lost', roomBytes: number): OutboundChunk[] {
    const oldest: OutboundChunk[] = [];
    let room = roomBytes;
    for (const chunk of this.#chunks) {
      if (chunk.state !== state) continue;
      room -= chunk.bytes.length;
      if (room < 0) break;
      oldest.push(chunk);
    }
    return oldest;
  }

  /** Records that these chunks are sent in one packet. */
  recordSent(chunks: readonly OutboundChunk[]): void {
    const sentAtMs = performance.now();
    this.#packets++;
    for (const chunk of chunks) {
      if (chunk.state === 'queued') {
        this.#chunks.push(chunk);
        this.#bytes += chunk.bytes.length;
      }
      if (chunk.state === 'lost') this.#lostCount--;
      if (chunk.state !== 'inFlight') this.#flightSize += chunk.bytes.length;
      chunk.state = 'inFlight';
      chunk.repeated ||= chunk.packet > 0;
      chunk.packet = this.#packets;
      chunk.sentAtMs = sentAtMs;
    }
  }

  /**
   * @param minRoundTripMs the shortest round trip so far
   * @returns undefined if the acknowledgement was overtaken by a later one, or is for chunks that were never sent.
   * Otherwise the number of newly acknowledged bytes, and when the newest of them was sent, ignoring retransmissions
   * (Karn's algorithm, RFC 9260 §6.3.1).
   */
  acknowledge({ cumulativeTsn, gaps }: Acknowledgement, nowMs: number, minRoundTripMs: number) {
    const chunks = this.#chunks;
    const covered = ((cumulativeTsn - this.#firstTsn) | 0) + 1;
    if (covered < 0 || covered > chunks.length) return undefined;
    this.#firstTsn = (cumulativeTsn + 1) >>> 0;
    let bytes = 0;
    let sentAtMs: number | undefined;
    const acknowledge = (chunk: OutboundChunk) => {
      if (chunk.state === 'acknowledged') return;
      if (chunk.state === 'inFlight') this.#flightSize -= chunk.bytes.length;
      else this.#lostCount--;
      chunk.state = 'acknowledged';
      bytes += chunk.bytes.length;
      if (!chunk.repeated) sentAtMs = Math.max(sentAtMs ?? 0, chunk.sentAtMs);
      // An acknowledgement of a retransmitted chunk that arrives this fast was meant for the first transmission.
      else if (nowMs - chunk.sentAtMs < minRoundTripMs) return;
      this.#newestAcknowledged = Math.max(this.#newestAcknowledged, chunk.packet);
    };
    let read = 0;
    for (const [from, to] of gaps) {
      const end = Math.min(chunks.length, covered + to);
      // Gap blocks come in order. Skip what an earlier one covered: a packet could hold hundreds of overlapping ones.
      for (let index = Math.max(read, covered + from - 1); index < end; index++) acknowledge(chunks[index]!);
      read = Math.max(read, end);
    }
    for (const chunk of chunks.splice(0, covered)) {
      acknowledge(chunk);
      this.#bytes -= chunk.bytes.length;
    }
    if (chunks[0]?.state === 'acknowledged') {
      // Only possible if the peer dropped again what it had acknowledged beyond a gap.
      chunks[0].state = 'lost';
      this.#lostCount++;
    }
    return { bytes, sentAtMs };
  }

  /**
   * Marks as lost every chunk that was sent before an acknowledged one and at least `reorderingMs` ago.
   * @returns the highest outstanding TSN, if there is a new loss.
   */
  findLosses(nowMs: number, reorderingMs: number): number | undefined {
    const before = this.#lostCount;
    for (const chunk of this.#chunks) {
      if (chunk.state !== 'inFlight' || chunk.packet >= this.#newestAcknowledged) continue;
      if (chunk.sentAtMs + reorderingMs <= nowMs) this.#markLost(chunk);
    }
    return this.#lostCount > before ? this.#chunks.at(-1)?.tsn : undefined;
  }

  markAllLost(): void {
    for (const chunk of this.#chunks) if (chunk.state === 'inFlight') this.#markLost(chunk);
  }

  /** Returns when the oldest chunk in flight, and the oldest overtaken by a newer one, were sent; infinite if none. */
  oldestSentAtMs(): { any: number; overtaken: number } {
    const oldest = { any: Number.POSITIVE_INFINITY, overtaken: Number.POSITIVE_INFINITY };
    for (const { state, packet, sentAtMs } of this.#chunks) {
      if (state !== 'inFlight') continue;
      oldest.any = Math.min(oldest.any, sentAtMs);
      if (packet < this.#newestAcknowledged) oldest.overtaken = Math.min(oldest.overtaken, sentAtMs);
    }
    return oldest;
  }

  clear(): void {
    this.#chunks.length = 0;
    this.#bytes = 0;
  }

  #markLost(chunk: OutboundChunk): void {
    chunk.state = 'lost';
    this.#flightSize -= chunk.bytes.length;
    this.#lostCount++;
  }
}
