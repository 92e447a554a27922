import { type Guard, unguarded } from '../../lib/guard.ts';
import { sequenceDistance } from './rtp-packet.ts';

const TICK_US = 250;
const REFERENCE_US = 64_000;
/** The default of libwebrtc and Pion. Each feedback packet costs as much as a forwarded packet. */
const FLUSH_MS = 100;
const MAX_SPAN = 1500;
const symbol = { lost: 0, smallDelta: 1, largeDelta: 2 } as const;

/**
 * Sends transport-wide congestion feedback (draft-holmer-rmcat-transport-wide-cc-extensions-01), on which the
 * publisher's own bandwidth estimator relies. Losses are reported too; otherwise it would never slow down.
 */
export class TransportFeedback {
  readonly #arrivals = new Map<number, number>();
  readonly #send: (packet: Buffer) => void;
  readonly #senderSsrc: number;
  readonly #guard: Guard;
  #timer: NodeJS.Timeout | undefined;
  #highest = -1;
  #nextToReport = -1;
  #count = 0;
  mediaSsrc = 0;

  constructor(senderSsrc: number, send: (packet: Buffer) => void, guard: Guard = unguarded) {
    this.#guard = guard;
    this.#senderSsrc = senderSsrc;
    this.#send = send;
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  record(transportSequence: number, arrivalUs: number): void {
    const index =
      this.#highest < 0
        ? transportSequence + 0x10000
        : this.#highest + sequenceDistance(transportSequence, this.#highest & 0xffff);
    if (this.#highest < 0) this.#nextToReport = index;
    if (index > this.#highest) this.#highest = index;
    if (!this.#arrivals.has(index)) this.#arrivals.set(index, arrivalUs);
    this.#timer ??= setTimeout(() => this.#guard(() => this.#flush()), FLUSH_MS);
  }

  #flush(): void {
    this.#timer = undefined;
    if (this.#arrivals.size === 0) return;
    const indices = [...this.#arrivals.keys()].sort((a, b) => a - b);
    let first = Math.min(this.#nextToReport, indices[0]!);
    const last = indices.at(-1)!;
    if (last - first >= MAX_SPAN) first = last - MAX_SPAN + 1;
    this.#nextToReport = last + 1;
    const packet = this.#build(first, last);
    this.#arrivals.clear();
    this.#send(packet);
  }

  #build(first: number, last: number): Buffer {
    let earliestUs = Number.POSITIVE_INFINITY;
    for (let index = first; index <= last && earliestUs === Number.POSITIVE_INFINITY; index++) {
      earliestUs = this.#arrivals.get(index) ?? earliestUs;
    }
    const reference = Math.floor(earliestUs / REFERENCE_US);
    let previousUs = reference * REFERENCE_US;
    const symbols: number[] = [];
    const deltas: number[] = [];
    for (let index = first; index <= last; index++) {
      const arrivalUs = this.#arrivals.get(index);
      if (arrivalUs === undefined) {
        symbols.push(symbol.lost);
        continue;
      }
      const delta = Math.max(-32768, Math.min(32767, Math.round((arrivalUs - previousUs) / TICK_US)));
      // Add up the rounded steps, as the receiver does; otherwise the error would grow.
      previousUs += delta * TICK_US;
      if (delta >= 0 && delta <= 255) {
        symbols.push(symbol.smallDelta);
        deltas.push(delta);
      } else {
        symbols.push(symbol.largeDelta);
        deltas.push((delta >> 8) & 0xff, delta & 0xff);
      }
    }
    const chunks = encodeChunks(symbols);
    const used = 20 + chunks.length * 2 + deltas.length;
    const padding = (4 - (used & 3)) & 3;
    const packet = Buffer.alloc(used + padding);
    packet[0] = 0x80 | (padding === 0 ? 0 : 0x20) | 15;
    packet[1] = 205;
    packet.writeUInt16BE(packet.length / 4 - 1, 2);
    packet.writeUInt32BE(this.#senderSsrc, 4);
    packet.writeUInt32BE(this.mediaSsrc, 8);
    packet.writeUInt16BE(first & 0xffff, 12);
    packet.writeUInt16BE(symbols.length, 14);
    packet.writeUIntBE(reference & 0xffffff, 16, 3);
    packet[19] = this.#count;
    this.#count = (this.#count + 1) & 0xff;
    chunks.forEach((chunk, index) => {
      packet.writeUInt16BE(chunk, 20 + index * 2);
    });
    packet.set(deltas, 20 + chunks.length * 2);
    if (padding !== 0) packet[packet.length - 1] = padding;
    return packet;
  }
}

/** Encodes runs of seven or more equal symbols as run-length chunks, the rest as vectors of seven two-bit symbols. */
function encodeChunks(symbols: readonly number[]): number[] {
  const chunks: number[] = [];
  for (let index = 0; index < symbols.length; ) {
    let end = index + 1;
    while (end < symbols.length && symbols[end] === symbols[index] && end - index < 8191) end++;
    if (end - index >= 7 || end === symbols.length) {
      chunks.push((symbols[index]! << 13) | (end - index));
      index = end;
      continue;
    }
    let chunk = 0xc000;
    for (let position = 0; position < 7; position++)
      chunk |= (symbols[index + position] ?? 0) << (12 - position * 2);
    chunks.push(chunk);
    index += 7;
  }
  return chunks;
}
