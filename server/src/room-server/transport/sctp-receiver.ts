import { buildChunk, chunkType, dataFlag, isAfter, nextNumber, ROOM_FOR_CHUNKS } from './sctp-packet.ts';

export type DeliverMessage = (streamId: number, payloadProtocol: number, message: Buffer) => void;

interface Fragment {
  readonly flags: number;
  readonly streamId: number;
  readonly streamSequence: number;
  readonly payloadProtocol: number;
  readonly payload: Buffer;
}

/** A fragment of an incomplete message. */
interface HeldFragment extends Fragment {
  /**
   * In the first fragment of a contiguous run, the TSN of the last one; in the last, the TSN of the first. Meaningless
   * in the others.
   */
  otherEnd: number;
}

interface InboundStream {
  nextSequence: number;
  /** Complete messages that arrived before an earlier one of the stream. */
  readonly early: Map<number, Fragment>;
}

/** Streams in each direction; libwebrtc uses no ids beyond 1023. */
export const MAX_STREAMS = 1024;
export const RECEIVE_WINDOW_BYTES = 1024 * 1024;
/** The memory overhead of a stored fragment. Without it, millions of one-byte fragments would count for little. */
const FRAGMENT_OVERHEAD_BYTES = 128;
/** TSNs further ahead than this are ignored; the sender retransmits them. */
const MAX_TSNS_AHEAD = 8192;
const MAX_DUPLICATES = 16;
const maxGapBlocks = Math.floor((ROOM_FOR_CHUNKS - 16) / 4) - MAX_DUPLICATES;

/** The receiving half of an association: ordering, reassembly and acknowledgements (RFC 9260 §6.2 to §6.9). */
export class SctpReceiver {
  readonly #deliver: DeliverMessage;
  #cumulative: number;
  /** No fragments up to this TSN are held any more. */
  #discardedTsn: number;
  /** Ranges of TSNs received beyond a gap, in order. */
  readonly #runs: { first: number; last: number }[] = [];
  readonly #fragments = new Map<number, HeldFragment>();
  readonly #streams = new Map<number, InboundStream>();
  #duplicates: number[] = [];
  #heldBytes = 0;

  /** @param initialTsn the first TSN that the peer will use */
  constructor(initialTsn: number, deliver: DeliverMessage) {
    this.#cumulative = (initialTsn - 1) >>> 0;
    this.#discardedTsn = this.#cumulative;
    this.#deliver = deliver;
  }

  /** The last TSN up to which nothing is missing. */
  get cumulativeTsn(): number {
    return this.#cumulative;
  }

  /** Bytes held of messages that are incomplete or out of order. */
  get bufferedBytes(): number {
    return this.#heldBytes;
  }

  handleData(flags: number, body: Buffer): void {
    if (body.length <= 12) return;
    const tsn = body.readUInt32BE(0);
    if (((tsn - this.#cumulative) | 0) > MAX_TSNS_AHEAD) return;
    // A full buffer accepts only the next TSN, which may complete a message.
    if (this.#heldBytes > RECEIVE_WINDOW_BYTES && tsn !== nextNumber(this.#cumulative)) return;
    if (!this.#recordTsn(tsn)) {
      if (this.#duplicates.length < MAX_DUPLICATES) this.#duplicates.push(tsn);
      return;
    }
    if (body.readUInt16BE(4) >= MAX_STREAMS) return;
    const fragment = {
      flags,
      streamId: body.readUInt16BE(4),
      streamSequence: body.readUInt16BE(6),
      payloadProtocol: body.readUInt32BE(8),
      payload: body.subarray(12),
    };
    const whole = dataFlag.begin | dataFlag.end;
    if ((flags & whole) === whole) this.#handleMessage(fragment);
    else this.#reassemble(tsn, fragment);
  }

  /** Handles the peer's abandonment of everything up to a TSN (RFC 3758 §3.6). */
  handleForwardTsn(body: Buffer): void {
    if (body.length < 4) return;
    const cumulative = body.readUInt32BE(0);
    if (!isAfter(cumulative, this.#cumulative)) return;
    this.#discardTo(cumulative);
    this.#cumulative = cumulative;
    while (this.#runs.length > 0 && !isAfter(this.#runs[0]!.first, nextNumber(this.#cumulative))) {
      const { last } = this.#runs.shift()!;
      if (isAfter(last, this.#cumulative)) this.#cumulative = last;
    }
    for (let at = 4; at + 4 <= body.length; at += 4) {
      this.#skipTo(body.readUInt16BE(at), body.readUInt16BE(at + 2));
    }
  }

  /** Resets streams to their start. @param streamIds if empty, all streams */
  resetStreams(streamIds: readonly number[]): void {
    for (const id of streamIds.length === 0 ? [...this.#streams.keys()] : streamIds) {
      for (const early of this.#streams.get(id)?.early.values() ?? []) this.#release(early);
      this.#streams.delete(id);
    }
  }

  buildSack(): Buffer {
    const runs = this.#runs.slice(0, maxGapBlocks);
    const body = Buffer.alloc(12 + 4 * (runs.length + this.#duplicates.length));
    body.writeUInt32BE(this.#cumulative, 0);
    body.writeUInt32BE(Math.max(0, RECEIVE_WINDOW_BYTES - this.#heldBytes), 4);
    body.writeUInt16BE(runs.length, 8);
    body.writeUInt16BE(this.#duplicates.length, 10);
    let at = 12;
    for (const { first, last } of runs) {
      body.writeUInt16BE((first - this.#cumulative) & 0xffff, at);
      body.writeUInt16BE((last - this.#cumulative) & 0xffff, at + 2);
      at += 4;
    }
    for (const tsn of this.#duplicates) at = body.writeUInt32BE(tsn, at);
    this.#duplicates = [];
    return buildChunk(chunkType.sack, 0, body);
  }

  /** @returns false if the TSN was received before. */
  #recordTsn(tsn: number): boolean {
    if (!isAfter(tsn, this.#cumulative)) return false;
    const runs = this.#runs;
    if (tsn === nextNumber(this.#cumulative)) {
      this.#cumulative = tsn;
      if (runs[0]?.first === nextNumber(tsn)) this.#cumulative = runs.shift()!.last;
      return true;
    }
    let index = runs.length - 1;
    while (index >= 0 && isAfter(runs[index]!.first, tsn)) index--;
    const before = runs[index];
    if (before !== undefined && !isAfter(tsn, before.last)) return false;
    const after = runs[index + 1];
    const joinsBefore = before !== undefined && tsn === nextNumber(before.last);
    const joinsAfter = after !== undefined && after.first === nextNumber(tsn);
    if (joinsBefore) {
      before.last = joinsAfter ? after.last : tsn;
      if (joinsAfter) runs.splice(index + 1, 1);
    } else if (joinsAfter) after.first = tsn;
    else runs.splice(index + 1, 0, { first: tsn, last: tsn });
    return true;
  }

  /** Drops fragments. A peer may advance by 1 with thousands held: iterate over whichever is fewer. */
  #discardTo(last: number): void {
    const count = (last - this.#discardedTsn) >>> 0;
    const first = this.#discardedTsn + 1;
    const tsns =
      count < this.#fragments.size
        ? Array.from({ length: count }, (_, index) => (first + index) >>> 0)
        : [...this.#fragments.keys()].filter((tsn) => !isAfter(tsn, last));
    this.#discardedTsn = last;
    for (const tsn of tsns) {
      const fragment = this.#fragments.get(tsn);
      if (fragment === undefined) continue;
      this.#fragments.delete(tsn);
      this.#release(fragment);
    }
  }

  /** Joins a fragment to the adjacent runs. Searching for the ends of a message would take time in its length. */
  #reassemble(tsn: number, fragment: Fragment): void {
    const fragments = this.#fragments;
    fragments.set(tsn, { ...this.#hold(fragment), otherEnd: tsn });
    const before = fragments.get((tsn - 1) >>> 0);
    const after = fragments.get(nextNumber(tsn));
    const joinsBefore = before && !(fragment.flags & dataFlag.begin) && !(before.flags & dataFlag.end);
    const joinsAfter = after && !(fragment.flags & dataFlag.end) && !(after.flags & dataFlag.begin);
    const first = joinsBefore ? before.otherEnd : tsn;
    const last = joinsAfter ? after.otherEnd : tsn;
    const firstFragment = fragments.get(first);
    const lastFragment = fragments.get(last);
    // The beginning of the run was abandoned, so it stays incomplete.
    if (firstFragment === undefined || lastFragment === undefined) return;
    firstFragment.otherEnd = last;
    lastFragment.otherEnd = first;
    if (!(firstFragment.flags & dataFlag.begin) || !(lastFragment.flags & dataFlag.end)) return;
    const parts: Buffer[] = [];
    for (let number = first; !isAfter(number, last); number = nextNumber(number)) {
      const part = fragments.get(number)!;
      fragments.delete(number);
      this.#release(part);
      parts.push(part.payload);
    }
    this.#handleMessage({ ...fragment, payload: Buffer.concat(parts) });
  }

  #handleMessage(message: Fragment): void {
    if (message.flags & dataFlag.unordered) {
      this.#deliver(message.streamId, message.payloadProtocol, message.payload);
      return;
    }
    const stream = this.#streamOf(message.streamId);
    const { streamSequence } = message;
    if (streamSequence !== stream.nextSequence) {
      // A forward TSN has skipped it, or it is a duplicate.
      if (!isSequenceAfter(streamSequence, stream.nextSequence) || stream.early.has(streamSequence)) return;
      stream.early.set(streamSequence, this.#hold(message));
      return;
    }
    stream.nextSequence = (streamSequence + 1) & 0xffff;
    this.#deliver(message.streamId, message.payloadProtocol, message.payload);
    this.#deliverDue(stream);
  }

  #skipTo(streamId: number, streamSequence: number): void {
    if (streamId >= MAX_STREAMS) return;
    const stream = this.#streamOf(streamId);
    const next = (streamSequence + 1) & 0xffff;
    if (!isSequenceAfter(next, stream.nextSequence)) return;
    // A peer may skip one message at a time while thousands wait.
    const count = (next - stream.nextSequence) & 0xffff;
    const offsets =
      count < stream.early.size
        ? Array.from({ length: count }, (_, offset) => offset)
        : [...stream.early.keys()]
            .map((sequence) => (sequence - stream.nextSequence) & 0xffff)
            .filter((offset) => offset < count)
            .sort((a, b) => a - b);
    for (const offset of offsets) {
      const message = stream.early.get((stream.nextSequence + offset) & 0xffff);
      if (message === undefined) continue;
      stream.early.delete(message.streamSequence);
      this.#release(message);
      this.#deliver(message.streamId, message.payloadProtocol, message.payload);
    }
    stream.nextSequence = next;
    this.#deliverDue(stream);
  }

  #deliverDue(stream: InboundStream): void {
    for (;;) {
      const message = stream.early.get(stream.nextSequence);
      if (message === undefined) return;
      stream.early.delete(stream.nextSequence);
      stream.nextSequence = (stream.nextSequence + 1) & 0xffff;
      this.#release(message);
      this.#deliver(message.streamId, message.payloadProtocol, message.payload);
    }
  }

  #streamOf(id: number): InboundStream {
    let stream = this.#streams.get(id);
    if (stream === undefined) {
      stream = { nextSequence: 0, early: new Map() };
      this.#streams.set(id, stream);
    }
    return stream;
  }

  #hold(fragment: Fragment): Fragment {
    this.#heldBytes += fragment.payload.length + FRAGMENT_OVERHEAD_BYTES;
    return fragment;
  }

  #release(fragment: Fragment): void {
    this.#heldBytes -= fragment.payload.length + FRAGMENT_OVERHEAD_BYTES;
  }
}

/** Whether stream sequence `a` comes after `b`, modulo 2¹⁶. */
function isSequenceAfter(a: number, b: number): boolean {
  const distance = (a - b) & 0xffff;
  return distance !== 0 && distance < 0x8000;
}
