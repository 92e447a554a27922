import WebSocket from 'ws';
import { sendBoundedHandshake } from '../lib/bound-answer.ts';
import { boundControlFrames } from '../lib/bound-control-frames.ts';
import type { Clock } from '../lib/clock.ts';
import { type JsonShape, parseWithin } from '../lib/json-shape.ts';
import { messageOf } from '../lib/message-of.ts';
import { trimEnd } from '../lib/trim-end.ts';
import { MessageBudget } from './message-budget.ts';
import {
  errorOfClose,
  errorOfStatus,
  ProviderError,
  type ProviderName,
  toProviderError,
} from './provider-error.ts';

/** Maximum pings per second: this many do no harm, and a vendor may ping as often as it likes. */
const MAX_PINGS_PER_SECOND = 1_000;

export interface ProviderSocketOptions {
  provider: ProviderName;
  url: string;
  headers?: Record<string, string>;
  /** Removed from every error message. */
  secret?: string | undefined;
  clock: Clock;
  connectTimeoutMs?: number;
}

export interface ProviderSocketHandlers {
  /** Receives a JSON object, from a text or a binary frame. An error in it ends the connection as `rejected`. */
  onMessage(message: Record<string, unknown>): void;
  /** Called for a frame that is not a JSON object. */
  onMalformed(why: string): void;
  /** Called once, unless we closed the socket. */
  onClose(error: ProviderError): void;
}

const CLOSE_WAIT_MS = 1000;
/** Characters of a refusal after which the rest is not read. */
const MAX_REASON_CHARACTERS = 4_096;
/** A minute of audio, as base64. */
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;
/** More than the words of a minute have, with their times. */
const SHAPE_OF_MESSAGE: JsonShape = { depth: 64, values: 50_000 };
/** Maximum fragments of one message; each costs as much as a message, even an empty one. */
const MAX_FRAGMENTS = 256;
/** Audio is dropped while more than this waits to be sent: a conversation has no use for old audio. */
const MAX_WAITING_AUDIO_BYTES = 512 * 1024;
/** The connection is closed if more than this waits to be sent: a provider that does not read fills the memory. */
const MAX_WAITING_BYTES = 32 * 1024 * 1024;

/** A WebSocket to a provider that exchanges JSON. It sends no pings: Gemini answers them up to half a minute late. */
export class ProviderSocket {
  readonly #socket: WebSocket;
  readonly #options: ProviderSocketOptions;
  readonly #onBreach: (why: string) => void;
  #closing = false;

  /** Rejects with a `ProviderError`. */
  static open(options: ProviderSocketOptions, handlers: ProviderSocketHandlers): Promise<ProviderSocket> {
    return new Promise((resolve, reject) => {
      const { provider, secret } = options;
      let socket: WebSocket;
      try {
        socket = new WebSocket(options.url, {
          headers: options.headers ?? {},
          perMessageDeflate: false,
          maxPayload: MAX_MESSAGE_BYTES,
          maxFragments: MAX_FRAGMENTS,
          followRedirects: false,
          finishRequest: sendBoundedHandshake,
        });
      } catch (error) {
        reject(toProviderError(provider, error, secret));
        return;
      }
      let opened: ProviderSocket | undefined;
      let failure: ProviderError | undefined;
      const give = (error: ProviderError) => {
        failure ??= error;
        cancelTimeout();
        if (!opened) reject(failure);
        socket.terminate();
      };
      const breach = (why: string) => give(new ProviderError(provider, 'rejected', why, secret));
      const cancelTimeout = options.clock.after(options.connectTimeoutMs ?? 10_000, () => {
        give(new ProviderError(provider, 'timeout', 'no connection'));
      });
      socket.on('unexpected-response', (_request, response) => {
        let body = '';
        response.setEncoding('utf8');
        const done = () => give(errorOfStatus(provider, response.statusCode ?? 0, body, secret));
        response.on('data', (part: string) => {
          body += part;
          if (body.length >= MAX_REASON_CHARACTERS) done();
        });
        response.on('end', done);
        response.on('error', done);
      });
      socket.on('error', (error: NodeJS.ErrnoException) => {
        // A peer that breaks the protocol would break it again on another connection.
        if (opened && error.code?.startsWith('WS_ERR_')) breach(error.message);
        else give(toProviderError(provider, error, secret));
      });
      boundControlFrames(socket, () => breach('it sent too many pings'), MAX_PINGS_PER_SECOND);
      socket.on('open', () => {
        cancelTimeout();
        opened = new ProviderSocket(socket, options, breach);
        resolve(opened);
      });
      const budget = new MessageBudget(options.clock);
      let cancelHold: (() => void) | undefined;
      const hold = () => {
        const { waitMs } = budget;
        cancelHold = waitMs > 0 ? options.clock.after(waitMs, hold) : undefined;
        if (!cancelHold) socket.resume();
      };
      socket.on('message', (data: Buffer, isBinary) => {
        if (failure || !opened?.isOpen) return;
        budget.charge(data.length);
        if (budget.isExhausted) {
          breach('it sent more data than a conversation can use');
          return;
        }
        if (!cancelHold && budget.waitMs > 0) {
          socket.pause();
          hold();
        }
        try {
          const message = parseObject(data, isBinary);
          if (typeof message === 'string') handlers.onMalformed(message);
          else handlers.onMessage(message);
        } catch (error) {
          // An error must not end the process: other conversations run in it.
          breach(`a message could not be processed: ${messageOf(error)}`);
        }
      });
      socket.on('close', (code, reason) => {
        cancelHold?.();
        const error = failure ?? errorOfClose(provider, code, reason.toString('utf8'), secret);
        if (!opened) give(error);
        else if (!opened.#closing) handlers.onClose(error);
      });
    });
  }

  private constructor(socket: WebSocket, options: ProviderSocketOptions, onBreach: (why: string) => void) {
    this.#socket = socket;
    this.#options = options;
    this.#onBreach = onBreach;
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN && !this.#closing;
  }

  send(message: object): void {
    if (!this.isOpen) return;
    if (this.#socket.bufferedAmount > MAX_WAITING_BYTES) {
      this.#onBreach('it does not read the messages sent to it');
      return;
    }
    // If sending fails, `close` follows shortly.
    this.#socket.send(JSON.stringify(message), () => undefined);
  }

  /** Sends audio as binary. It is dropped if too much waits already. */
  sendBytes(bytes: Uint8Array): void {
    if (this.isOpen && !this.#isBehind) this.#socket.send(bytes, () => undefined);
  }

  /** Returns false if the message was dropped because too much waits already. */
  sendAudio(message: object): boolean {
    if (this.#isBehind) return false;
    this.send(message);
    return true;
  }

  /** Whether too much waits for more audio to be sent. */
  get #isBehind(): boolean {
    return this.#socket.bufferedAmount > MAX_WAITING_AUDIO_BYTES;
  }

  /** Resolves when the connection is closed. If the peer does not answer the close, it is terminated. */
  close(): Promise<void> {
    this.#closing = true;
    this.#socket.resume();
    if (this.#socket.readyState === WebSocket.CLOSED) return Promise.resolve();
    return new Promise((resolve) => {
      const cancel = this.#options.clock.after(CLOSE_WAIT_MS, () => this.#socket.terminate());
      this.#socket.once('close', () => {
        cancel();
        resolve();
      });
      this.#socket.close(1000);
    });
  }

  /** Ends the connection as if the network had cut it; `onClose` is called. */
  abandon(): void {
    this.#socket.terminate();
  }
}

type Query = Record<string, string | undefined>;

/** Returns the WebSocket address: `https://host/v1` and `wss://host/v1` are the same server. Escapes query values. */
export function webSocketUrl(baseUrl: string, path: string, query: Query = {}): string {
  return httpUrl(baseUrl, path, query).replace(/^http/, 'ws');
}

/** Returns the HTTP address of the same server. */
export function httpUrl(baseUrl: string, path: string, query: Query = {}): string {
  const url = new URL(trimEnd(baseUrl, '/') + path);
  url.protocol = url.protocol === 'https:' || url.protocol === 'wss:' ? 'https:' : 'http:';
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}

function parseObject(data: Buffer, isBinary: boolean): Record<string, unknown> | string {
  const text = data.toString('utf8');
  try {
    const parsed = parseWithin(text, SHAPE_OF_MESSAGE);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) {
      return parsed as Record<string, unknown>;
    }
    return `a ${isBinary ? 'binary' : 'text'} frame is not a JSON object`;
  } catch {
    return `a ${isBinary ? 'binary' : 'text'} frame of ${text.length} characters is not valid JSON`;
  }
}
