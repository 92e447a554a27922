import { contentType, RECORD_HEADER_BYTES } from './dtls-records.ts';

const HANDSHAKE_HEADER_BYTES = 12;
const MAX_REMEMBERED = 256;
/** A flight of a handshake consists of a few datagrams. */
const MAX_FLIGHT_DATAGRAMS = 16;
const MIN_INTERVAL_MS = 30;

/**
 * Answers retransmitted DTLS handshake datagrams (RFC 6347 §4.2.4) with our last flight, before they reach werift. On a
 * slow machine or network a client retransmits a flight that is being processed; werift 0.24.4 then runs the step and
 * hashes the messages twice, so that its Finished does not match and the client waits for ever.
 */
export class HandshakeRetransmissions {
  readonly #seen = new Set<string>();
  #flight: Buffer[] = [];
  #retransmittedAt = Number.NEGATIVE_INFINITY;

  /** Whether a received datagram is new or a retransmission. A new one starts a new flight of ours. */
  classify(datagram: Buffer): 'new' | 'retransmission' {
    const key = handshakeKey(datagram);
    if (key === undefined) return 'new';
    if (this.#seen.has(key)) return 'retransmission';
    if (this.#seen.size < MAX_REMEMBERED) this.#seen.add(key);
    this.#flight = [];
    return 'new';
  }

  /** Records a datagram that we send, if it is part of the handshake. */
  record(datagram: Buffer): void {
    const type = datagram[0];
    if (type !== contentType.handshake && type !== contentType.changeCipherSpec) return;
    // werift's own timers send the same bytes again.
    if (this.#flight.length < MAX_FLIGHT_DATAGRAMS && !this.#flight.some((sent) => sent.equals(datagram)))
      this.#flight.push(datagram);
  }

  /** Returns our last flight, or nothing if it was retransmitted very recently. */
  takeFlight(nowMs = performance.now()): readonly Buffer[] {
    if (nowMs - this.#retransmittedAt < MIN_INTERVAL_MS) return [];
    this.#retransmittedAt = nowMs;
    return this.#flight;
  }
}

/** Identifies a datagram's first message by type, sequence and fragment; undefined if encrypted or no handshake. */
function handshakeKey(datagram: Buffer): string | undefined {
  if (datagram.length < RECORD_HEADER_BYTES + HANDSHAKE_HEADER_BYTES || datagram[0] !== contentType.handshake)
    return undefined;
  if (datagram.readUInt16BE(3) !== 0) return undefined;
  const header = datagram.subarray(RECORD_HEADER_BYTES, RECORD_HEADER_BYTES + HANDSHAKE_HEADER_BYTES);
  return header.toString('latin1');
}
