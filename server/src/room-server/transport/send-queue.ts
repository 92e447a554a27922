import { memoryBytesOf, type OutboundChunk } from './outstanding-chunks.ts';
import { chunkType, DATA_HEADER_BYTES, dataFlag, nextNumber, ROOM_FOR_CHUNKS } from './sctp-packet.ts';

/** A multiple of four, so that a full fragment needs no padding. */
const MAX_PAYLOAD_BYTES = ROOM_FOR_CHUNKS - DATA_HEADER_BYTES;

/** The DATA chunks of all streams that were never sent, in order of their TSNs. */
export class SendQueue {
  readonly #streamSequences = new Map<number, number>();
  #nextTsn: number;
  #chunks: OutboundChunk[] = [];
  #start = 0;
  #bytes = 0;

  constructor(initialTsn: number) {
    this.#nextTsn = initialTsn;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The memory that the chunks use, in bytes. */
  get memoryBytes(): number {
    return memoryBytesOf(this.#chunks.length - this.#start, this.#bytes);
  }

  get lastTsn(): number {
    return (this.#nextTsn - 1) >>> 0;
  }

  add(streamId: number, payloadProtocol: number, message: Buffer, ordered: boolean): void {
    const sequence = ordered ? (this.#streamSequences.get(streamId) ?? 0) : 0;
    if (ordered) this.#streamSequences.set(streamId, (sequence + 1) & 0xffff);
    for (let at = 0; at < message.length; at += MAX_PAYLOAD_BYTES) {
      const end = Math.min(message.length, at + MAX_PAYLOAD_BYTES);
      const length = DATA_HEADER_BYTES + end - at;
      const bytes = Buffer.alloc((length + 3) & ~3);
      bytes[0] = chunkType.data;
      bytes[1] =
        (ordered ? 0 : dataFlag.unordered) |
        (at === 0 ? dataFlag.begin : 0) |
        (end === message.length ? dataFlag.end : 0);
      bytes.writeUInt16BE(length, 2);
      bytes.writeUInt32BE(this.#nextTsn, 4);
      bytes.writeUInt16BE(streamId, 8);
      bytes.writeUInt16BE(sequence, 10);
      bytes.writeUInt32BE(payloadProtocol, 12);
      message.copy(bytes, DATA_HEADER_BYTES, at, end);
      this.#chunks.push({
        tsn: this.#nextTsn,
        bytes,
        state: 'queued',
        packet: 0,
        sentAtMs: 0,
        repeated: false,
      });
      this.#bytes += bytes.length;
      this.#nextTsn = nextNumber(this.#nextTsn);
    }
  }

  /** @returns undefined if the next chunk is larger than that, or there is none. */
  take(maxBytes: number): OutboundChunk | undefined {
    const chunk = this.#chunks[this.#start];
    if (chunk === undefined || chunk.bytes.length > maxBytes) return undefined;
    this.#start++;
    this.#bytes -= chunk.bytes.length;
    if (this.#start > 256 && this.#start * 2 > this.#chunks.length) {
      this.#chunks = this.#chunks.slice(this.#start);
      this.#start = 0;
    }
    return chunk;
  }

  /** Restarts a stream, including its sequence. */
  resetStream(streamId: number): void {
    this.#streamSequences.delete(streamId);
  }

  clear(): void {
    this.#chunks = [];
    this.#start = 0;
    this.#bytes = 0;
  }
}
