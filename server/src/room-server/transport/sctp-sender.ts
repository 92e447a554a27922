import { type Guard, unguarded } from '../../lib/guard.ts';
import { CongestionWindow } from './congestion-window.ts';
import { type Acknowledgement, type OutboundChunk, OutstandingChunks } from './outstanding-chunks.ts';
import { RoundTripEstimate } from './round-trip-estimate.ts';
import { dataFlag, MAX_SCTP_PACKET_BYTES, ROOM_FOR_CHUNKS } from './sctp-packet.ts';
import { SendQueue } from './send-queue.ts';

const BURST_PACKETS = 10;
/** After this many unanswered probes, all chunks in flight count as lost, and slow start begins again. */
const PROBES_BEFORE_RESTART = 3;

/**
 * The sending half of an association. Congestion control is RFC 9260 §7.2. Losses are not detected by its timer of a
 * second or more, made for bulk data: what was sent before an acknowledged packet counts as lost after a little more
 * than a round trip (RACK, RFC 8985 §6), and an unanswered tail is probed (RFC 8985 §7, with the backoff of RFC 9002
 * §6.2). So a lost packet costs tens of milliseconds, whether or not anything follows it.
 */
export class SctpSender {
  readonly queue: SendQueue;
  readonly roundTrip = new RoundTripEstimate();
  readonly #transmit: (chunks: readonly Buffer[]) => void;
  readonly #guard: Guard;
  readonly #congestion = new CongestionWindow();
  readonly #outstanding: OutstandingChunks;
  #open = false;
  /** The bytes that the peer has room for, according to its last acknowledgement. */
  #rwnd = 0;
  /** Probes since the last acknowledgement. */
  #probes = 0;
  #probedAtMs = 0;
  /** When data was last acknowledged, or queued while nothing was pending. */
  #progressAtMs = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param transmit sends one packet of whole chunks */
  constructor(initialTsn: number, transmit: (chunks: readonly Buffer[]) => void, guard: Guard = unguarded) {
    this.#guard = guard;
    this.queue = new SendQueue(initialTsn);
    this.#outstanding = new OutstandingChunks(initialTsn);
    this.#transmit = transmit;
  }

  /** @param roundTripMs the round-trip time of the handshake, if known */
  start(peerWindowBytes: number, roundTripMs: number | undefined): void {
    if (this.#open) return;
    this.#open = true;
    this.#rwnd = peerWindowBytes;
    if (roundTripMs !== undefined) this.roundTrip.add(roundTripMs);
    this.#flush();
  }

  /** The memory of everything that is not acknowledged, in bytes. */
  get heldBytes(): number {
    return this.queue.memoryBytes + this.#outstanding.memoryBytes;
  }

  /** Milliseconds for which data has been pending while nothing was acknowledged. */
  get unacknowledgedMs(): number {
    return this.heldBytes === 0 ? 0 : performance.now() - this.#progressAtMs;
  }

  send(streamId: number, payloadProtocol: number, message: Buffer, ordered: boolean): void {
    if (this.heldBytes === 0) this.#progressAtMs = performance.now();
    this.queue.add(streamId, payloadProtocol, message, ordered);
    this.#flush();
  }

  handleSack(sack: Acknowledgement): void {
    const nowMs = performance.now();
    const windowWasFull = this.#outstanding.flightSize + MAX_SCTP_PACKET_BYTES > this.#congestion.bytes;
    const acknowledged = this.#outstanding.acknowledge(sack, nowMs, this.roundTrip.minMs);
    if (acknowledged === undefined) return;
    const { bytes, sentAtMs } = acknowledged;
    this.#rwnd = sack.windowBytes;
    if (sentAtMs !== undefined) this.roundTrip.add(nowMs - sentAtMs);
    if (bytes > 0) {
      this.#probes = 0;
      this.#progressAtMs = nowMs;
    }
    this.#congestion.handleAcknowledgement(sack.cumulativeTsn, windowWasFull ? bytes : 0);
    this.#repairLosses(nowMs);
  }

  close(): void {
    this.#open = false;
    clearTimeout(this.#timer);
    this.queue.clear();
    this.#outstanding.clear();
  }

  #repairLosses(nowMs: number): void {
    const highestTsn = this.#outstanding.findLosses(nowMs, this.roundTrip.reorderingMs);
    if (highestTsn !== undefined) this.#congestion.handleLoss(highestTsn);
    this.#flush(highestTsn !== undefined);
  }

  /** @param atLeastOne whether to send one packet even if the window is full */
  #flush(atLeastOne = false): void {
    if (!this.#open) return;
    for (let count = 0; count < BURST_PACKETS; count++) {
      if (this.#outstanding.flightSize >= this.#congestion.bytes && !(atLeastOne && count === 0)) break;
      const chunks = this.#takePacket();
      if (chunks.length === 0) break;
      this.#sendPacket(chunks);
    }
    this.#armTimer();
  }

  /** Returns the chunks of the next packet: first lost ones, then new ones. */
  #takePacket(): OutboundChunk[] {
    const { lostCount, flightSize } = this.#outstanding;
    const taken = lostCount > 0 ? this.#outstanding.oldest('lost', ROOM_FOR_CHUNKS) : [];
    if (lostCount > taken.length) return taken;
    let room = ROOM_FOR_CHUNKS;
    for (const { bytes } of taken) room -= bytes.length;
    for (;;) {
      const flight = flightSize + ROOM_FOR_CHUNKS - room;
      // With nothing in flight, send even if the window is closed: the message that opened it may have been lost.
      const next = this.queue.take(flight > 0 ? Math.min(room, this.#rwnd - flight) : room);
      if (next === undefined) return taken;
      room -= next.bytes.length;
      taken.push(next);
    }
  }

  #sendPacket(chunks: readonly OutboundChunk[]): void {
    this.#outstanding.recordSent(chunks);
    // If nothing follows, the receiver must not wait for a second packet before it acknowledges.
    const last = this.queue.bytes === 0 && this.#outstanding.lostCount === 0;
    if (last) chunks.at(-1)!.bytes[1]! |= dataFlag.immediate;
    this.#transmit(chunks.map(({ bytes }) => bytes));
  }

  #armTimer(): void {
    clearTimeout(this.#timer);
    const { any, overtaken } = this.#outstanding.oldestSentAtMs();
    if (any === Number.POSITIVE_INFINITY) return;
    const isTail = overtaken === Number.POSITIVE_INFINITY;
    const since = this.#probes === 0 ? any : this.#probedAtMs;
    const dueMs = isTail
      ? since + this.roundTrip.backedOffMs(this.#probes)
      : overtaken + this.roundTrip.reorderingMs;
    const handleTimer = () => (isTail ? this.#probe() : this.#repairLosses(performance.now()));
    // Rounded up, because a timer that fires early would find nothing to do and be set again.
    this.#timer = setTimeout(
      () => this.#guard(handleTimer),
      Math.max(1, Math.ceil(dueMs - performance.now())),
    );
  }

  /** Repeats the oldest of the unanswered chunks in flight, which also makes the peer report what it has. */
  #probe(): void {
    this.#probes++;
    this.#probedAtMs = performance.now();
    if (this.#probes >= PROBES_BEFORE_RESTART) {
      this.#outstanding.markAllLost();
      this.#congestion.restartSlowly();
      this.#flush(true);
      return;
    }
    this.#sendPacket(this.#outstanding.oldest('inFlight', ROOM_FOR_CHUNKS));
    this.#armTimer();
  }
}
