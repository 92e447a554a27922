/** Memory that Node takes for a chunk besides its bytes: its objects, and the allocation of the bytes. */
const CHUNK_COST_BYTES = 400;

/** Memory that so many chunks with so many bytes take. */
export const costOf = (chunks: number, bytes: number) => CHUNK_COST_BYTES * chunks + bytes;

/** A DATA chunk. */
export interface OutboundChunk {
  readonly tsn: number;
  /** The chunk as on the wire. */
  readonly bytes: Buffer;
  /** `flying` counts as being on the network. */
  state: 'queued' | 'flying' | 'lost' | 'acknowledged';
  /** Number and time (ms) of the packet that carried it last. */
  packet: number;
  sentAtMs: number;
  repeated: boolean;
}

export interface Acknowledgement {
  readonly cumulativeTsn: number;
  readonly windowBytes: number;
  /** Runs received beyond the cumulative TSN, as offsets from it, both ends included. */
  readonly gaps: readonly (readonly [first: number, last: number])[];
}

/** Chunks that were sent and not acknowledged cumulatively: consecutive TSNs, each on its way, lost, or received beyond a gap. */
export class OutstandingChunks {
  readonly #chunks: OutboundChunk[] = [];
  #firstTsn: number;
  #bytes = 0;
  #flightSize = 0;
  #lostCount = 0;
  #packets = 0;
  /** Number of the newest packet of which something is acknowledged. */
  #newestAcknowledged = 0;

  constructor(initialTsn: number) {
    this.#firstTsn = initialTsn;
  }

  /** Bytes that count as being on the network. */
  get flightSize(): number {
    return this.#flightSize;
  }

  get lostCount(): number {
    return this.#lostCount;
  }

  /** Memory that they take, in bytes. */
  get cost(): number {
    return costOf(this.#chunks.length, this.#bytes);
  }

  /** Returns the first chunks in a state that have room in a packet. */
  oldest(state: 'flying' | 'lost', roomBytes: number): OutboundChunk[] {
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

  /** Records that these chunks go out in one packet. */
  noteSent(chunks: readonly OutboundChunk[]): void {
    const sentAtMs = performance.now();
    this.#packets++;
    for (const chunk of chunks) {
      if (chunk.state === 'queued') {
        this.#chunks.push(chunk);
        this.#bytes += chunk.bytes.length;
      }
      if (chunk.state === 'lost') this.#lostCount--;
      if (chunk.state !== 'flying') this.#flightSize += chunk.bytes.length;
      chunk.state = 'flying';
      chunk.repeated ||= chunk.packet > 0;
      chunk.packet = this.#packets;
      chunk.sentAtMs = sentAtMs;
    }
  }

  /**
   * @param leastRoundTripMs the shortest one seen
   * @returns undefined for an acknowledgement that was overtaken on the way, or that is for chunks that were never sent; else the
   * bytes that it newly acknowledges, and when the newest of them was sent, repeated ones aside (Karn's algorithm, RFC 9260
   * §6.3.1).
   */
  acknowledge({ cumulativeTsn, gaps }: Acknowledgement, nowMs: number, leastRoundTripMs: number) {
    const chunks = this.#chunks;
    const covered = ((cumulativeTsn - this.#firstTsn) | 0) + 1;
    if (covered < 0 || covered > chunks.length) return undefined;
    this.#firstTsn = (cumulativeTsn + 1) >>> 0;
    let bytes = 0;
    let sentAtMs: number | undefined;
    const acknowledge = (chunk: OutboundChunk) => {
      if (chunk.state === 'acknowledged') return;
      if (chunk.state === 'flying') this.#flightSize -= chunk.bytes.length;
      else this.#lostCount--;
      chunk.state = 'acknowledged';
      bytes += chunk.bytes.length;
      if (!chunk.repeated) sentAtMs = Math.max(sentAtMs ?? 0, chunk.sentAtMs);
      // The answer to a repeated chunk that comes this fast was meant for its first sending.
      else if (nowMs - chunk.sentAtMs < leastRoundTripMs) return;
      this.#newestAcknowledged = Math.max(this.#newestAcknowledged, chunk.packet);
    };
    let read = 0;
    for (const [from, to] of gaps) {
      const end = Math.min(chunks.length, covered + to);
      // Gap blocks come in order. What an earlier one covered is skipped: a packet could hold hundreds that overlap.
      for (let index = Math.max(read, covered + from - 1); index < end; index++) acknowledge(chunks[index]!);
      read = Math.max(read, end);
    }
    for (const chunk of chunks.splice(0, covered)) {
      acknowledge(chunk);
      this.#bytes -= chunk.bytes.length;
    }
    if (chunks[0]?.state === 'acknowledged') {
      // It can only be first when the peer dropped again what it had acknowledged beyond a gap.
      chunks[0].state = 'lost';
      this.#lostCount++;
    }
    return { bytes, sentAtMs };
  }

  /**
   * Counts as lost every chunk that a newer one has overtaken and that was sent at least `reorderingMs` ago.
   * @returns the highest TSN that is outstanding, where there is a new loss.
   */
  findLosses(nowMs: number, reorderingMs: number): number | undefined {
    const before = this.#lostCount;
    for (const chunk of this.#chunks) {
      if (chunk.state !== 'flying' || chunk.packet >= this.#newestAcknowledged) continue;
      if (chunk.sentAtMs + reorderingMs <= nowMs) this.#lose(chunk);
    }
    return this.#lostCount > before ? this.#chunks.at(-1)?.tsn : undefined;
  }

  loseAll(): void {
    for (const chunk of this.#chunks) if (chunk.state === 'flying') this.#lose(chunk);
  }

  /** Returns when the oldest chunk on its way was sent, and the oldest that a newer one has overtaken; infinite without any. */
  oldestSentAtMs(): { any: number; overtaken: number } {
    const oldest = { any: Number.POSITIVE_INFINITY, overtaken: Number.POSITIVE_INFINITY };
    for (const { state, packet, sentAtMs } of this.#chunks) {
      if (state !== 'flying') continue;
      oldest.any = Math.min(oldest.any, sentAtMs);
      if (packet < this.#newestAcknowledged) oldest.overtaken = Math.min(oldest.overtaken, sentAtMs);
    }
    return oldest;
  }

  clear(): void {
    this.#chunks.length = 0;
    this.#bytes = 0;
  }

  #lose(chunk: OutboundChunk): void {
    chunk.state = 'lost';
    this.#flightSize -= chunk.bytes.length;
    this.#lostCount++;
  }
}
