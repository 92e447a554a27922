import { randomBytes } from 'node:crypto';
import { type Guard, unguarded } from '../../lib/guard.ts';
import { RateGate } from '../../lib/rate-gate.ts';
import {
  buildChunk,
  buildParameter,
  buildSctpPacket,
  type Chunk,
  chunkType,
  dataFlag,
  isAfter,
  nextNumber,
  type Parameter,
  parseSctpPacket,
  readParameters,
} from './sctp-packet.ts';
import { type DeliverMessage, MAX_STREAMS, RECEIVE_WINDOW_BYTES, SctpReceiver } from './sctp-receiver.ts';
import { SctpSender } from './sctp-sender.ts';

export interface SctpHandlers {
  readonly transmit: (packet: Buffer) => Promise<void>;
  readonly handleOpen: () => void;
  readonly handleMessage: DeliverMessage;
  readonly handleReset: (streamIds: readonly number[]) => void;
  readonly handleClose: () => void;
  /** The peer has answered a heartbeat of ours, with its content. */
  readonly handleHeartbeatAck?: (content: Buffer) => void;
  readonly guard?: Guard | undefined;
}

/** The maximum bytes per second from a peer, where each message counts as this many more: 1,000 messages, or 4 MiB. */
const BYTES_PER_SECOND = 4 * 1024 * 1024;
const MESSAGE_CHARGE_BYTES = 4 * 1024;

/** `a=sctp-port`; libwebrtc, Firefox and pion all use it. */
export const SCTP_PORT = 5000;

/** RFC 9260 §3.3.3, RFC 5061 §4.2.7, RFC 3758 §3.1, RFC 6525 §4. */
const parameterType = {
  heartbeatInfo: 1,
  cookie: 7,
  resetRequest: 13,
  reconfigResponse: 16,
  addOutgoingStreams: 17,
  supportedExtensions: 0x8008,
  forwardTsnSupported: 0xc000,
} as const;
/** RFC 6525 §4.4. */
const reconfigResult = { performed: 1, denied: 2, inProgress: 6 } as const;

/**
 * SCTP over DTLS (RFC 8261) on the passive side: every WebRTC client sends an INIT of its own. Streams are reliable and
 * nothing is ever abandoned, so callers must drop what is not worth sending before they queue it. DTLS has
 * authenticated the peer, so the cookie protects nothing, and state is kept from the INIT on.
 */
export class SctpAssociation {
  readonly #handlers: SctpHandlers;
  readonly #tag = randomTag();
  readonly #cookie = randomBytes(16);
  readonly #initialTsn = randomBytes(4).readUInt32BE(0);
  readonly #sender: SctpSender;
  readonly #gate = new RateGate(BYTES_PER_SECOND);
  #receiver: SctpReceiver | undefined;
  #peerTag = 0;
  #peerWindow = 0;
  #initAnswers = { count: 0, lastAtMs: 0 };
  #established = false;
  #closed = false;
  /** The sequence number of the peer's last stream reset, and its result. */
  #resetByPeer = { sequence: 0, result: 0 };
  #resetSequence: number;
  readonly #toReset = new Set<number>();
  #resetInFlight: { sequence: number; streamIds: number[]; timer: NodeJS.Timeout } | undefined;

  readonly #guard: Guard;

  constructor(handlers: SctpHandlers) {
    this.#handlers = handlers;
    this.#guard = handlers.guard ?? unguarded;
    this.#resetSequence = this.#initialTsn;
    this.#sender = new SctpSender(this.#initialTsn, (chunks) => this.#transmit(chunks), this.#guard);
  }

  /** Bytes accepted by `send` and not yet sent to the network. */
  get queuedBytes(): number {
    return this.#sender.queue.bytes;
  }

  /** The memory of everything that the peer has not acknowledged, in bytes. */
  get heldBytes(): number {
    return this.#sender.heldBytes;
  }

  /** Milliseconds for which data has been pending while the peer acknowledged nothing. */
  get unacknowledgedMs(): number {
    return this.#sender.unacknowledgedMs;
  }

  /** Bytes of the peer's unfinished messages. */
  get reassemblyBytes(): number {
    return this.#receiver?.bufferedBytes ?? 0;
  }

  send(streamId: number, payloadProtocol: number, message: Buffer, ordered: boolean): void {
    if (!this.#closed) this.#sender.send(streamId, payloadProtocol, message, ordered);
  }

  /** Sends a HEARTBEAT (RFC 9260 §8.3). Only a peer that has received it can return its content. */
  sendHeartbeat(content: Buffer): void {
    if (!this.#established || this.#closed) return;
    const info = buildParameter([parameterType.heartbeatInfo, content]);
    this.#transmit([buildChunk(chunkType.heartbeat, 0, info)]);
  }

  /** Handles a packet that was received over DTLS. Malformed packets are ignored. */
  receive(bytes: Buffer): void {
    const packet = parseSctpPacket(bytes);
    if (packet === undefined || this.#closed) return;
    const initial = packet.chunks[0]?.type === chunkType.init;
    if (packet.verificationTag !== (initial ? 0 : this.#tag)) return;
    // Packets that arrive too fast are treated as lost: the peer slows down and retransmits them.
    if (!this.#gate.pass(bytes.length + MESSAGE_CHARGE_BYTES * packet.chunks.filter(beginsMessage).length))
      return;
    let acknowledge = false;
    for (const chunk of packet.chunks) {
      if (chunk.type === chunkType.data || chunk.type === chunkType.forwardTsn) {
        acknowledge = this.#handleData(chunk) || acknowledge;
      } else if (!this.#handleControl(chunk)) break;
      // A handler may have closed us.
      if (this.#closed) return;
    }
    // Acknowledged at once instead of after every second packet: a conversation's messages are small and far apart.
    if (acknowledge) this.#transmit([this.#receiver!.buildSack()]);
  }

  close(): void {
    if (this.#closed) return;
    if (this.#peerTag !== 0) this.#transmit([buildChunk(chunkType.abort, 0, Buffer.alloc(0))]);
    this.#end();
  }

  #end(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#sender.close();
    clearTimeout(this.#resetInFlight?.timer);
    this.#handlers.handleClose();
  }

  /** @returns whether an acknowledgement is due. */
  #handleData({ type, flags, body }: Chunk): boolean {
    if (!this.#established || this.#receiver === undefined) return false;
    if (type === chunkType.data) this.#receiver.handleData(flags, body);
    else this.#receiver.handleForwardTsn(body);
    return true;
  }

  /** @returns false if the rest of the packet must not be read (RFC 9260 §3.2). */
  #handleControl({ type, body }: Chunk): boolean {
    switch (type) {
      case chunkType.init:
        this.#handleInit(body);
        return false;
      case chunkType.cookieEcho:
        return this.#handleCookie(body);
      case chunkType.sack:
        this.#handleSack(body);
        return true;
      case chunkType.heartbeat:
        this.#transmit([buildChunk(chunkType.heartbeatAck, 0, body)]);
        return true;
      case chunkType.reconfig:
        if (this.#established) for (const parameter of readParameters(body)) this.#handleReconfig(parameter);
        return true;
      case chunkType.shutdown:
        this.#transmit([buildChunk(chunkType.shutdownAck, 0, Buffer.alloc(0))]);
        return true;
      case chunkType.abort:
      case chunkType.shutdownComplete:
        this.#end();
        return false;
      case chunkType.heartbeatAck:
        for (const [, content] of readParameters(body).slice(0, 1))
          this.#handlers.handleHeartbeatAck?.(content);
        return true;
      case chunkType.error:
        return true;
      default:
        return type >= 0x80;
    }
  }

  #handleInit(body: Buffer): void {
    if (body.length < 16) return;
    const peerTag = body.readUInt32BE(0);
    // Once data flows, only a late repetition of the same INIT can arrive.
    if (peerTag === 0 || (this.#established && peerTag !== this.#peerTag)) return;
    if (!this.#established) {
      this.#peerTag = peerTag;
      this.#peerWindow = body.readUInt32BE(4);
      const initialTsn = body.readUInt32BE(12);
      this.#receiver = new SctpReceiver(initialTsn, this.#handlers.handleMessage);
      this.#resetByPeer = { sequence: (initialTsn - 1) >>> 0, result: reconfigResult.performed };
    }
    this.#initAnswers = { count: this.#initAnswers.count + 1, lastAtMs: performance.now() };
    const answer = Buffer.alloc(16);
    answer.writeUInt32BE(this.#tag, 0);
    answer.writeUInt32BE(RECEIVE_WINDOW_BYTES, 4);
    answer.writeUInt16BE(Math.min(MAX_STREAMS, body.readUInt16BE(10)), 8);
    answer.writeUInt16BE(MAX_STREAMS, 10);
    answer.writeUInt32BE(this.#initialTsn, 12);
    const extensions = Buffer.from([chunkType.reconfig, chunkType.forwardTsn]);
    const parameters: Parameter[] = [
      [parameterType.cookie, this.#cookie],
      [parameterType.forwardTsnSupported, Buffer.alloc(0)],
      [parameterType.supportedExtensions, extensions],
    ];
    const content = Buffer.concat([answer, ...parameters.map(buildParameter)]);
    this.#transmit([buildChunk(chunkType.initAck, 0, content)]);
  }

  /** @returns false if the cookie is not ours. */
  #handleCookie(body: Buffer): boolean {
    if (this.#peerTag === 0 || !body.equals(this.#cookie)) return false;
    this.#transmit([buildChunk(chunkType.cookieAck, 0, Buffer.alloc(0))]);
    if (this.#established) return true;
    this.#established = true;
    const initAnswers = this.#initAnswers;
    // If there were several answers, it is unknown which one returned this cookie.
    const roundTripMs = initAnswers.count === 1 ? performance.now() - initAnswers.lastAtMs : undefined;
    this.#sender.start(this.#peerWindow, roundTripMs);
    this.#handlers.handleOpen();
    return true;
  }

  #handleSack(body: Buffer): void {
    if (!this.#established || body.length < 12) return;
    const count = body.readUInt16BE(8);
    if (body.length < 12 + 4 * count) return;
    const gaps: [number, number][] = [];
    for (let at = 12; at < 12 + 4 * count; at += 4)
      gaps.push([body.readUInt16BE(at), body.readUInt16BE(at + 2)]);
    this.#sender.handleSack({
      cumulativeTsn: body.readUInt32BE(0),
      windowBytes: body.readUInt32BE(4),
      gaps,
    });
  }

  #handleReconfig([type, value]: Parameter): void {
    if (type === parameterType.resetRequest && value.length >= 12) this.#handleResetRequest(value);
    else if (type === parameterType.addOutgoingStreams && value.length >= 4)
      this.#sendReconfigResponse(value.readUInt32BE(0), reconfigResult.denied);
    else if (type === parameterType.reconfigResponse && value.length >= 8) {
      const reset = this.#resetInFlight;
      if (reset?.sequence !== value.readUInt32BE(0)) return;
      // The peer waits for data that is still in flight; the timer sends the request again.
      if (value.readUInt32BE(4) === reconfigResult.inProgress) return;
      clearTimeout(reset.timer);
      this.#resetInFlight = undefined;
      for (const id of reset.streamIds) this.#sender.queue.resetStream(id);
      this.#requestReset();
    }
  }

  /** Handles the peer's request to close streams, which closes them in both directions (RFC 8831 §6.7). */
  #handleResetRequest(value: Buffer): void {
    const sequence = value.readUInt32BE(0);
    const repeated = sequence === this.#resetByPeer.sequence;
    if (repeated && this.#resetByPeer.result === reconfigResult.performed) {
      this.#sendReconfigResponse(sequence, reconfigResult.performed);
      return;
    }
    if (!repeated && sequence !== nextNumber(this.#resetByPeer.sequence)) return;
    if (isAfter(value.readUInt32BE(8), this.#receiver!.cumulativeTsn)) {
      // Some peers repeat the request with the same number, others (libwebrtc) with the next.
      this.#resetByPeer = { sequence, result: reconfigResult.inProgress };
      this.#sendReconfigResponse(sequence, reconfigResult.inProgress);
      return;
    }
    const streamIds: number[] = [];
    for (let at = 12; at + 2 <= value.length; at += 2) streamIds.push(value.readUInt16BE(at));
    this.#resetByPeer = { sequence, result: reconfigResult.performed };
    this.#receiver!.resetStreams(streamIds);
    this.#sendReconfigResponse(sequence, reconfigResult.performed);
    this.#handlers.handleReset(streamIds);
    for (const id of streamIds) if (id < MAX_STREAMS) this.#toReset.add(id);
    this.#requestReset();
  }

  #sendReconfigResponse(sequence: number, result: number): void {
    const value = Buffer.alloc(8);
    value.writeUInt32BE(sequence, 0);
    value.writeUInt32BE(result, 4);
    const parameter = buildParameter([parameterType.reconfigResponse, value]);
    this.#transmit([buildChunk(chunkType.reconfig, 0, parameter)]);
  }

  /** Requests the reset of our side of the streams that the peer closed, one request at a time. */
  #requestReset(): void {
    if (this.#resetInFlight !== undefined || this.#toReset.size === 0) return;
    const streamIds = [...this.#toReset].slice(0, 100);
    for (const id of streamIds) this.#toReset.delete(id);
    const value = Buffer.alloc(12 + 2 * streamIds.length);
    const sequence = this.#resetSequence;
    this.#resetSequence = nextNumber(sequence);
    value.writeUInt32BE(sequence, 0);
    value.writeUInt32BE(this.#resetByPeer.sequence, 4);
    value.writeUInt32BE(this.#sender.queue.lastTsn, 8);
    for (const [index, id] of streamIds.entries()) value.writeUInt16BE(id, 12 + 2 * index);
    const chunk = buildChunk(chunkType.reconfig, 0, buildParameter([parameterType.resetRequest, value]));
    const send = () => {
      this.#transmit([chunk]);
      const timer = setTimeout(() => this.#guard(send), this.#sender.roundTrip.timeoutMs);
      this.#resetInFlight = { sequence, streamIds, timer };
    };
    send();
  }

  #transmit(chunks: readonly Buffer[]): void {
    const packet = buildSctpPacket(SCTP_PORT, this.#peerTag, chunks);
    // A packet that cannot be sent counts as lost.
    this.#handlers.transmit(packet).catch(() => undefined);
  }
}

function beginsMessage({ type, flags }: Chunk): boolean {
  return type === chunkType.data && (flags & dataFlag.begin) !== 0;
}

/** Returns a random tag. Zero means that there is no tag. */
function randomTag(): number {
  return randomBytes(4).readUInt32BE(0) || 1;
}
