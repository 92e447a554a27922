import { SignalRequest, SignalResponse } from '@livekit/protocol';
import type { WebSocket } from 'ws';
import { RateGate } from '../../lib/rate-gate.ts';
import type { RoomServerLimits } from '../limits.ts';
import type { SignalSink } from '../room/participant.ts';

export interface SignalHandlers {
  handleMessage(message: SignalRequest['message']): void;
  handleClose(): void;
}

/**
 * Most clients ping every `pingInterval` seconds, in messages of their own. LiveKit's Go SDK does not, so it is asked for
 * a sign of life. Silence for much longer than `pingTimeout` is a dead connection.
 */
export const PING_INTERVAL_SECONDS = 5;
export const PING_TIMEOUT_SECONDS = 15;

/** A client's signalling connection: protobuf in binary frames, or JSON in text frames, as the client began. */
export class SignalSocket implements SignalSink {
  readonly #socket: WebSocket;
  readonly #limits: RoomServerLimits;
  readonly #heartbeat: NodeJS.Timeout;
  #json = false;
  #heardAt = performance.now();
  readonly #gate: RateGate;
  #closing = false;

  constructor(socket: WebSocket, limits: RoomServerLimits, handlers: SignalHandlers) {
    this.#socket = socket;
    this.#limits = limits;
    this.#gate = new RateGate(limits.signalMessagesPerSecond);
    this.#heartbeat = setInterval(() => {
      if (performance.now() - this.#heardAt > (PING_TIMEOUT_SECONDS + PING_INTERVAL_SECONDS) * 1000)
        socket.terminate();
      else socket.ping();
    }, PING_INTERVAL_SECONDS * 1000);
    socket.on('message', (data: Buffer, binary: boolean) => {
      const message = this.#read(data, binary);
      if (message !== undefined) handlers.handleMessage(message);
    });
    socket.on('pong', () => {
      this.#heardAt = performance.now();
    });
    // ws closes a faulty connection itself, with the fitting code.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(this.#heartbeat);
      handlers.handleClose();
    });
  }

  send(message: SignalResponse['message']): void {
    if (this.#closing || this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > this.#limits.signalBacklogBytes) {
      this.#socket.terminate();
      return;
    }
    const response = new SignalResponse({ message });
    this.#socket.send(this.#json ? response.toJsonString() : response.toBinary());
  }

  close(): void {
    if (this.#closing) return;
    this.#closing = true;
    this.#socket.close(1000);
  }

  #read(data: Buffer, binary: boolean): SignalRequest['message'] | undefined {
    this.#heardAt = performance.now();
    if (!this.#gate.pass()) {
      this.#socket.close(1008, 'too many messages');
      return undefined;
    }
    try {
      this.#json = !binary;
      const options = { ignoreUnknownFields: true };
      return binary
        ? SignalRequest.fromBinary(data).message
        : SignalRequest.fromJsonString(data.toString('utf8'), options).message;
    } catch {
      // Garbage, or a message of a newer protocol.
      return undefined;
    }
  }
}
