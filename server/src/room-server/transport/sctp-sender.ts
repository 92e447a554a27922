import { RoundTripEstimate } from './round-trip-estimate.ts';
import {
  chunkType,
  DATA_HEADER_BYTES,
  dataFlag,
  isAfter,
  MAX_SCTP_PACKET_BYTES,
  nextNumber,
  PACKET_HEADER_BYTES,
} from './sctp-packet.ts';

interface OutboundChunk {
  readonly tsn: number;
  /** As on the wire. */
  readonly bytes: Buffer;
  /** `flying` counts as being on the network. */
  state: 'flying' | 'lost' | 'acknowledged';
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

const roomForChunks = MAX_SCTP_PACKET_BYTES - PACKET_HEADER_BYTES;
/** A multiple of four, so that a full fragment needs no padding. */
const maxPayloadBytes = roomForChunks - DATA_HEADER_BYTES;
const initialWindow = 10 * MAX_SCTP_PACKET_BYTES;
const leastRecoveryWindow = 4 * MAX_SCTP_PACKET_BYTES;
/** More at once than the receive buffer of a socket holds is lost there. */
const LARGEST_WINDOW = 256 * 1024;
const BURST_PACKETS = 10;
/** After so many probes without any answer the path itself is in trouble: start over slowly. */
const PROBES_BEFORE_COLLAPSE = 3;

/**
 * The sending half of an association. Congestion control is RFC 9260 §7.2; the detection of losses is not its timer
 * of a second and more, made for bulk data, but time-based: what was sent before something acknowledged counts as
 * lost after a little more than a round trip (RACK, RFC 8985 §6), and a silent tail is probed (RFC 8985 §7, with the
 * back-off of RFC 9002 §6.2). A lost packet so costs tens of milliseconds, whether or not anything follows it.
 */
export class SctpSender {
  readonly #transmit: (chunks: readonly Buffer[]) => void;
  readonly #roundTrip = new RoundTripEstimate();
  readonly #streamSequences = new Map<number, number>();
  #nextTsn: number;
  #queue: OutboundChunk[] = [];
  #queueStart = 0;
  #queueBytes = 0;
  /** Sent and not acknowledged cumulatively; consecutive TSNs. */
  readonly #outstanding: OutboundChunk[] = [];
  #flightBytes = 0;
  #lostChunks = 0;
  #peerWindow = 0;
  #window = initialWindow;
  #slowStartThreshold = Number.POSITIVE_INFINITY;
  #partlyAcknowledged = 0;
  /** While set, the window was already halved for the losses up to this TSN. */
  #recoveryEnd: number | undefined;
  #packets = 0;
  #newestAcknowledged = { packet: 0, sentAtMs: 0 };
  #probes = 0;
  #probedAtMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #open = false;

  /** @param transmit sends one packet of whole chunks. */
  constructor(initialTsn: number, transmit: (chunks: readonly Buffer[]) => void) {
    this.#nextTsn = initialTsn;
    this.#transmit = transmit;
  }

  /** Bytes accepted and not yet sent for the first time. */
  get queuedBytes(): number {
    return this.#queueBytes;
  }

  /** The last TSN that a message was given. */
  get lastTsn(): number {
    return (this.#nextTsn - 1) >>> 0;
  }

  /** How long to wait for an answer of the peer (ms). */
  get answerTimeoutMs(): number {
    return this.#roundTrip.timeoutMs;
  }

  /** @param roundTripMs as the handshake took it, where that is known. */
  start(peerWindowBytes: number, roundTripMs: number | undefined): void {
    if (this.#open) return;
    this.#open = true;
    this.#peerWindow = peerWindowBytes;
    if (roundTripMs !== undefined) this.#roundTrip.add(roundTripMs);
    this.#flush();
  }

  send(streamId: number, payloadProtocol: number, message: Buffer, ordered: boolean): void {
    const sequence = ordered ? (this.#streamSequences.get(streamId) ?? 0) : 0;
    if (ordered) this.#streamSequences.set(streamId, (sequence + 1) & 0xffff);
    for (let at = 0; at < message.length; at += maxPayloadBytes) {
      const end = Math.min(message.length, at + maxPayloadBytes);
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
      this.#queue.push({
        tsn: this.#nextTsn,
        bytes,
        state: 'lost',
        packet: 0,
        sentAtMs: 0,
        repeated: false,
      });
      this.#queueBytes += bytes.length;
      this.#nextTsn = nextNumber(this.#nextTsn);
    }
    this.#flush();
  }

  /** The stream begins anew, its sequence included. */
  resetStream(streamId: number): void {
    this.#streamSequences.delete(streamId);
  }

  handleSack({ cumulativeTsn, windowBytes, gaps }: Acknowledgement): void {
    const outstanding = this.#outstanding;
    const first = outstanding[0]?.tsn ?? this.#queue[this.#queueStart]?.tsn ?? this.#nextTsn;
    const covered = ((cumulativeTsn - first) | 0) + 1;
    // An older one overtaken on the way, or one for what was never sent.
    if (covered < 0 || covered > outstanding.length) return;
    this.#peerWindow = windowBytes;
    const nowMs = performance.now();
    const windowWasFull = this.#flightBytes + MAX_SCTP_PACKET_BYTES > this.#window;
    let bytes = 0;
    let sampleSentAtMs: number | undefined;
    const acknowledge = (chunk: OutboundChunk) => {
      if (chunk.state === 'acknowledged') return;
      if (chunk.state === 'flying') this.#flightBytes -= chunk.bytes.length;
      else this.#lostChunks--;
      chunk.state = 'acknowledged';
      bytes += chunk.bytes.length;
      if (!chunk.repeated) sampleSentAtMs = Math.max(sampleSentAtMs ?? 0, chunk.sentAtMs);
      // The answer to a repeated chunk that comes this fast was meant for its first sending.
      else if (nowMs - chunk.sentAtMs < this.#roundTrip.leastMs) return;
      if (chunk.packet > this.#newestAcknowledged.packet)
        this.#newestAcknowledged = { packet: chunk.packet, sentAtMs: chunk.sentAtMs };
    };
    let read = 0;
    for (const [from, to] of gaps) {
      const end = Math.min(outstanding.length, covered + to);
      // Runs come in order; one that overlaps another is not read twice, or hundreds could.
      for (let index = Math.max(read, covered + from - 1); index < end; index++)
        acknowledge(outstanding[index]!);
      read = Math.max(read, end);
    }
    for (const chunk of outstanding.splice(0, covered)) acknowledge(chunk);
    if (outstanding[0]?.state === 'acknowledged') {
      // It can only be first when the peer dropped again what it had acknowledged beyond a gap.
      outstanding[0].state = 'lost';
      this.#lostChunks++;
    }
    if (sampleSentAtMs !== undefined) this.#roundTrip.add(nowMs - sampleSentAtMs);
    if (bytes > 0) this.#probes = 0;
    if (this.#recoveryEnd !== undefined && !isAfter(this.#recoveryEnd, cumulativeTsn))
      this.#recoveryEnd = undefined;
    if (windowWasFull && bytes > 0 && this.#recoveryEnd === undefined) this.#growWindow(bytes);
    this.#flush(this.#findLosses(nowMs));
  }

  close(): void {
    this.#open = false;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#queue = [];
    this.#queueStart = 0;
    this.#queueBytes = 0;
    this.#outstanding.length = 0;
  }

  #growWindow(bytes: number): void {
    if (this.#window <= this.#slowStartThreshold) this.#window += Math.min(bytes, MAX_SCTP_PACKET_BYTES);
    else {
      this.#partlyAcknowledged += bytes;
      if (this.#partlyAcknowledged >= this.#window) {
        this.#partlyAcknowledged -= this.#window;
        this.#window += MAX_SCTP_PACKET_BYTES;
      }
    }
    this.#window = Math.min(this.#window, LARGEST_WINDOW);
  }

  /** @returns whether something that was thought to be on its way is lost. */
  #findLosses(nowMs: number): boolean {
    const before = this.#lostChunks;
    for (const chunk of this.#outstanding) {
      if (chunk.state !== 'flying' || chunk.packet >= this.#newestAcknowledged.packet) continue;
      if (chunk.sentAtMs + this.#roundTrip.reorderingMs <= nowMs) this.#lose(chunk);
    }
    if (this.#lostChunks === before) return false;
    if (this.#recoveryEnd === undefined) {
      this.#slowStartThreshold = Math.max(this.#window / 2, leastRecoveryWindow);
      this.#window = this.#slowStartThreshold;
      this.#partlyAcknowledged = 0;
      this.#recoveryEnd = this.#outstanding.at(-1)!.tsn;
    }
    return true;
  }

  #lose(chunk: OutboundChunk): void {
    chunk.state = 'lost';
    this.#flightBytes -= chunk.bytes.length;
    this.#lostChunks++;
  }

  /** @param atLeastOne sends one packet even when the window is full. */
  #flush(atLeastOne = false): void {
    if (!this.#open) return;
    for (let count = 0; count < BURST_PACKETS; count++) {
      if (this.#flightBytes >= this.#window && !(atLeastOne && count === 0)) break;
      const chunks = this.#takePacket();
      if (chunks.length === 0) break;
      this.#sendPacket(chunks);
    }
    this.#armTimer();
  }

  /** What goes into the next packet: first what was lost, then what was never sent. */
  #takePacket(): OutboundChunk[] {
    const taken: OutboundChunk[] = [];
    let room = roomForChunks;
    if (this.#lostChunks > 0) {
      for (const chunk of this.#outstanding) {
        if (chunk.state !== 'lost') continue;
        if (chunk.bytes.length > room) return taken;
        room -= chunk.bytes.length;
        this.#lostChunks--;
        taken.push(chunk);
        if (this.#lostChunks === 0) break;
      }
    }
    let flight = this.#flightBytes + roomForChunks - room;
    for (let next = this.#queue[this.#queueStart]; next !== undefined; next = this.#queue[this.#queueStart]) {
      const size = next.bytes.length;
      // With nothing on its way a closed window is tried all the same: its opening may have been lost.
      if (size > room || (flight > 0 && flight + size > this.#peerWindow)) break;
      room -= size;
      flight += size;
      this.#queueBytes -= size;
      this.#queueStart++;
      this.#outstanding.push(next);
      taken.push(next);
    }
    if (this.#queueStart > 256 && this.#queueStart * 2 > this.#queue.length) {
      this.#queue = this.#queue.slice(this.#queueStart);
      this.#queueStart = 0;
    }
    return taken;
  }

  #sendPacket(chunks: readonly OutboundChunk[]): void {
    const sentAtMs = performance.now();
    this.#packets++;
    for (const chunk of chunks) {
      if (chunk.state !== 'flying') this.#flightBytes += chunk.bytes.length;
      chunk.state = 'flying';
      chunk.repeated ||= chunk.packet > 0;
      chunk.packet = this.#packets;
      chunk.sentAtMs = sentAtMs;
    }
    // Nothing follows: the receiver must not wait for a second packet before it answers.
    const last = this.#queueStart === this.#queue.length && this.#lostChunks === 0;
    if (last) chunks.at(-1)!.bytes[1]! |= dataFlag.immediate;
    this.#transmit(chunks.map(({ bytes }) => bytes));
  }

  #armTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    let oldestMs = Number.POSITIVE_INFINITY;
    let dueMs = Number.POSITIVE_INFINITY;
    for (const { state, packet, sentAtMs } of this.#outstanding) {
      if (state !== 'flying') continue;
      oldestMs = Math.min(oldestMs, sentAtMs);
      if (packet < this.#newestAcknowledged.packet)
        dueMs = Math.min(dueMs, sentAtMs + this.#roundTrip.reorderingMs);
    }
    if (oldestMs === Number.POSITIVE_INFINITY) return;
    if (dueMs === Number.POSITIVE_INFINITY) {
      const since = this.#probes === 0 ? oldestMs : this.#probedAtMs;
      dueMs = since + this.#roundTrip.backedOffMs(this.#probes);
      this.#startTimer(dueMs, () => this.#probe());
    } else this.#startTimer(dueMs, () => this.#flush(this.#findLosses(performance.now())));
  }

  #startTimer(dueMs: number, action: () => void): void {
    // Rounded up: a timer that fires early finds nothing to do and is set again.
    this.#timer = setTimeout(action, Math.max(1, Math.ceil(dueMs - performance.now())));
  }

  /** Nothing was heard of what is on its way: repeats the oldest of it, which also makes the peer tell what it has. */
  #probe(): void {
    this.#probes++;
    this.#probedAtMs = performance.now();
    if (this.#probes >= PROBES_BEFORE_COLLAPSE) {
      for (const chunk of this.#outstanding) if (chunk.state === 'flying') this.#lose(chunk);
      this.#slowStartThreshold = Math.max(this.#window / 2, leastRecoveryWindow);
      this.#window = MAX_SCTP_PACKET_BYTES;
      this.#partlyAcknowledged = 0;
      this.#recoveryEnd = undefined;
      this.#flush(true);
      return;
    }
    const repeated: OutboundChunk[] = [];
    let room = roomForChunks;
    for (const chunk of this.#outstanding) {
      if (chunk.state !== 'flying') continue;
      if (chunk.bytes.length > room) break;
      room -= chunk.bytes.length;
      repeated.push(chunk);
    }
    this.#sendPacket(repeated);
    this.#armTimer();
  }
}
