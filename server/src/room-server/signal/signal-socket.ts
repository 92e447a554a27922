import { SignalRequest, SignalResponse } from '@livekit/protocol';
import type { WebSocket } from 'ws';
import { boundControlFrames } from '../../lib/bound-control-frames.ts';
import { countItems } from '../../lib/count-items.ts';
import { RateGate } from '../../lib/rate-gate.ts';
import type { RoomServerLimits } from '../limits.ts';
import { readMessage } from '../read-message.ts';
import type { SignalSink } from '../room/participant.ts';

export interface SignalHandlers {
  /** @returns false if nothing more is to be read from the client. */
  admitBytes(count: number): boolean;
  /** Runs `work` when the scheduler reaches this client. */
  schedule(work: () => void): void;
  handleMessage(message: SignalRequest['message']): void;
  /** Called for a message that was not parsed because it has too many items. */
  handleTooManyItems(): void;
  /** Called after everything that arrived before the close was handled. */
  handleClose(): void;
}

/** How long a client may take to acknowledge the close of the connection. */
const CLOSE_TIMEOUT_MS = 2_000;
/** Pings are answered without the scheduler, so recognizing one must be cheap. */
const MAX_PING_BYTES = 128;
const PINGS: readonly (string | undefined)[] = ['ping', 'pingReq'];
/** The maximum number of scheduled messages. At this number, reading from the network pauses. */
const MAX_WAITING = 16;

/**
 * Most clients send a ping message every `pingInterval` seconds. LiveKit's Go SDK does not, so the server sends
 * WebSocket pings. After a silence much longer than `pingTimeout` the connection is considered dead.
 */
export const PING_INTERVAL_SECONDS = 5;
export const PING_TIMEOUT_SECONDS = 15;

/** A client's signalling connection: protobuf in binary frames. None of LiveKit's clients sends JSON in text frames. */
export class SignalSocket implements SignalSink {
  readonly #socket: WebSocket;
  readonly #limits: RoomServerLimits;
  readonly #heartbeat: NodeJS.Timeout;
  #lastReceivedAt = performance.now();
  readonly #gate: RateGate;
  readonly #handlers: SignalHandlers;
  #waiting = 0;
  #closing = false;
  #isRateExceeded = false;

  constructor(socket: WebSocket, limits: RoomServerLimits, handlers: SignalHandlers) {
    this.#socket = socket;
    this.#limits = limits;
    this.#gate = new RateGate(limits.signalMessagesPerSecond);
    this.#handlers = handlers;
    this.#heartbeat = setInterval(() => {
      if (performance.now() - this.#lastReceivedAt > (PING_TIMEOUT_SECONDS + PING_INTERVAL_SECONDS) * 1000)
        socket.terminate();
      else socket.ping();
    }, PING_INTERVAL_SECONDS * 1000);
    socket.on('message', (data: Buffer) => this.#receive(data));
    socket.on('pong', () => {
      this.#lastReceivedAt = performance.now();
    });
    boundControlFrames(socket);
    // ws closes a faulty connection itself, with the right code.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(this.#heartbeat);
      if (this.#waiting === 0) handlers.handleClose();
      else handlers.schedule(() => handlers.handleClose());
    });
  }

  send(message: SignalResponse['message']): void {
    if (this.#closing || this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > this.#limits.signalBacklogBytes) {
      this.#socket.terminate();
      return;
    }
    this.#socket.send(new SignalResponse({ message }).toBinary());
  }

  close(code = 1000, reason = ''): void {
    if (this.#closing) return;
    this.#closing = true;
    const closeTimeout = setTimeout(() => this.#socket.terminate(), CLOSE_TIMEOUT_MS).unref();
    this.#socket.once('close', () => clearTimeout(closeTimeout));
    this.#socket.close(code, reason);
  }

  #receive(data: Buffer): void {
    if (!this.#gate.pass()) {
      // Not terminated at once, so that the client learns why. What it still sends stays unread.
      this.#isRateExceeded = true;
      this.#socket.pause();
      this.close(1008, 'too many messages');
      return;
    }
    if (this.#closing) return;
    this.#lastReceivedAt = performance.now();
    if (!this.#handlers.admitBytes(data.length)) return;
    const short = data.length <= MAX_PING_BYTES ? read(data) : undefined;
    if (PINGS.includes(short?.case)) {
      this.#handlers.handleMessage(short!);
      return;
    }
    if (++this.#waiting >= MAX_WAITING) this.#socket.pause();
    this.#handlers.schedule(() => {
      if (--this.#waiting === 0 && !this.#isRateExceeded) this.#socket.resume();
      if (!short && this.#hasTooManyItems(data)) return this.#handlers.handleTooManyItems();
      const message = this.#closing ? undefined : (short ?? read(data));
      if (message !== undefined) this.#handlers.handleMessage(message);
    });
  }

  #hasTooManyItems(data: Buffer): boolean {
    const { messageItems } = this.#limits;
    try {
      return countItems(SignalRequest, data, messageItems) > messageItems;
    } catch {
      return false;
    }
  }
}

function read(data: Buffer): SignalRequest['message'] | undefined {
  try {
    return readMessage(SignalRequest, data).message;
  } catch {
    // Garbage, or a message of a newer protocol version.
    return undefined;
  }
}
