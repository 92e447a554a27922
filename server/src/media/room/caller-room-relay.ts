import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import WebSocket, { type RawData, WebSocketServer } from 'ws';
import { answerSocket } from '../../lib/answer-socket.ts';
import { sendBoundedHandshake } from '../../lib/bound-answer.ts';
import { boundControlFrames, MAX_FRAGMENTS } from '../../lib/bound-control-frames.ts';
import { Deferred } from '../../lib/deferred.ts';
import type { Logger } from '../../lib/logger.ts';
import { allowedLookup, isPublicAddress, refuseForbidden } from '../../lib/public-fetch.ts';
import { RateGate } from '../../lib/rate-gate.ts';
import { CallerRoomDismissal, CallerRoomFault } from './caller-room-fault.ts';
import { CallerRoomSignals } from './caller-room-signals.ts';

const CONNECT_TIMEOUT_MS = 10_000;
/** Maximum size: LiveKit sends the list of participants in one message. */
const MESSAGE_BYTES = 4 * 2 ** 20;
/** Unsent bytes above which we stop reading from the caller's server, or drop a client that sends too fast. */
const BACKLOG_BYTES = 2 * 2 ** 20;
/** A server usually sends one or two, and a burst when many participants join. */
const MESSAGES_A_SECOND = 500;
/** The first connection, and those with which a client reconnects while the lost one is still open. */
const MAX_CONNECTIONS = 8;

/**
 * The same message whether the server refused, was silent, answered something else, or may not be connected to, so that
 * it reveals nothing about the network.
 */
const UNREACHABLE = 'the room server could not be reached, or its address is not public';
const TOKEN_REFUSED = 'the room server refused the token';

export interface CallerRoomRelayOptions {
  serverUrl: string;
  /** Whether the server may be in a private network. */
  privateAddresses: boolean;
  /** Time limit for a handshake. Default 10 s. */
  connectTimeoutMs?: number;
  log: Logger;
}

/**
 * Connects the avatar to a caller's room. The client is native code that resolves names by itself, follows redirects
 * and reports everything a server answers. So it connects to this relay on loopback, which connects to the caller's
 * server: only to addresses checked when connecting, without redirects, and revealing nothing about a server that
 * refuses us. `CallerRoomSignals` rewrites the server's messages. Media flows directly, to the addresses that it
 * allows.
 */
export class CallerRoomRelay {
  readonly #options: CallerRoomRelayOptions;
  readonly #server: Server;
  readonly #clients = new WebSocketServer({ noServer: true, maxPayload: MESSAGE_BYTES });
  readonly #upstreams = new Set<WebSocket>();
  /** Part of the path, so that others on this machine who find the port cannot use the relay. */
  readonly #path = `/${randomBytes(16).toString('hex')}`;
  readonly #brokenDeferred = new Deferred<string>();
  /**
   * Resolves when the relay has left the server: with a message for the caller if the server broke the protocol, or
   * with the name of its `DisconnectReason` if it removed the avatar, after which the client must be made to leave.
   */
  readonly broken = this.#brokenDeferred.promise;
  #failure = UNREACHABLE;
  #isOver = false;

  private constructor(options: CallerRoomRelayOptions) {
    this.#options = options;
    // After a failed WebSocket, the client asks `/rtc/validate` for the reason.
    this.#server = createServer((_, response) => response.writeHead(403).end(this.#failure));
    this.#server.maxConnections = MAX_CONNECTIONS;
    this.#server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head));
  }

  static async open(options: CallerRoomRelayOptions): Promise<CallerRoomRelay> {
    const relay = new CallerRoomRelay(options);
    await new Promise<void>((resolve, reject) => {
      relay.#server.once('error', reject);
      relay.#server.listen(0, '127.0.0.1', resolve);
    });
    // If a connection cannot be accepted for lack of a file handle, the client tries again.
    relay.#server.on('error', (error) =>
      options.log.warn(
        { event: 'own_room.accept_failed', err: error },
        'the relay to the room of a caller could not accept a connection; the client tries again',
      ),
    );
    return relay;
  }

  get url(): string {
    return `ws://127.0.0.1:${(this.#server.address() as AddressInfo).port}${this.#path}`;
  }

  /** Why the last connection failed, as a message for the caller. */
  get failure(): string {
    return this.#failure;
  }

  close(): void {
    for (const socket of [...this.#clients.clients, ...this.#upstreams]) socket.terminate();
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    const path = request.url ?? '';
    if (!path.startsWith(`${this.#path}/`)) {
      answerSocket(socket, 404);
      return;
    }
    if (this.#isOver) {
      answerSocket(socket, 403);
      return;
    }
    let upstream: WebSocket;
    try {
      upstream = this.#connectUpstream(path.slice(this.#path.length), request.headers.authorization);
    } catch (error) {
      this.#options.log.warn(
        { event: 'own_room.not_connected', err: error },
        'the worker could not connect to the room server of a caller',
      );
      answerSocket(socket, 403);
      return;
    }
    socket.on('close', () => upstream.terminate());
    upstream.once('open', () => {
      // Messages that the server sends immediately wait until there is a listener.
      upstream.pause();
      if (socket.destroyed) upstream.terminate();
      else this.#clients.handleUpgrade(request, socket, head, (client) => this.#pipe(client, upstream));
    });
    upstream.once('unexpected-response', (sent, { statusCode = 0 }) => {
      sent.destroy();
      this.#failure = statusCode === 401 || statusCode === 403 ? TOKEN_REFUSED : UNREACHABLE;
      // If the server does not know a path, the client tries the older one; any other answer ends the attempt.
      answerSocket(socket, statusCode === 404 ? 404 : 403);
    });
    upstream.on('error', (error) => {
      this.#options.log.debug(
        { event: 'own_room.connection_failed', err: error },
        'the connection to the room server of a caller failed',
      );
      if (upstream.readyState === WebSocket.OPEN || socket.destroyed) return;
      answerSocket(socket, 403);
    });
  }

  /** @throws Error for an address that is not allowed */
  #connectUpstream(pathAndQuery: string, authorization: string | undefined): WebSocket {
    const { serverUrl, privateAddresses, connectTimeoutMs = CONNECT_TIMEOUT_MS } = this.#options;
    const url = new URL(serverUrl.replace(/^http/, 'ws'));
    const isAllowed = privateAddresses ? () => true : isPublicAddress;
    refuseForbidden(url, ['ws:', 'wss:'], isAllowed, 'connected to');
    const { pathname, search } = new URL(pathAndQuery, 'ws://relay');
    url.pathname = `${url.pathname.replace(/\/$/, '')}${pathname}`;
    url.search = search;
    url.hash = '';
    const upstream = new WebSocket(url, {
      maxFragments: MAX_FRAGMENTS,
      lookup: allowedLookup(isAllowed, { owner: this }),
      headers: authorization === undefined ? {} : { authorization },
      followRedirects: false,
      perMessageDeflate: false,
      finishRequest: sendBoundedHandshake,
      maxPayload: MESSAGE_BYTES,
    });
    this.#upstreams.add(upstream);
    // The option `handshakeTimeout` starts again with every byte.
    const timeout = setTimeout(() => upstream.terminate(), connectTimeoutMs);
    upstream.once('open', () => clearTimeout(timeout));
    upstream.once('close', () => {
      clearTimeout(timeout);
      this.#upstreams.delete(upstream);
    });
    return upstream;
  }

  #pipe(client: WebSocket, upstream: WebSocket): void {
    const { privateAddresses } = this.#options;
    const signals = new CallerRoomSignals(privateAddresses ? () => true : isPublicAddress);
    let isOver = false;
    const end = () => {
      isOver = true;
      client.terminate();
      upstream.terminate();
    };
    const rate = new RateGate(MESSAGES_A_SECOND);
    const fail = (error: unknown) => {
      if (error instanceof CallerRoomDismissal) {
        isOver = true;
        upstream.terminate();
        this.#close(`removed the avatar: ${error.message}`, error.message);
        return;
      }
      if (error instanceof CallerRoomFault) this.#fault(error.message);
      end();
    };
    // Sequentially: some messages wait for a name to be resolved.
    let lastMessage = Promise.resolve();
    boundControlFrames(upstream);
    upstream.on('message', (data: RawData, isBinary: boolean) => {
      if (!isBinary || isOver) return;
      upstream.pause();
      lastMessage = lastMessage
        .then(async () => {
          if (isOver) return;
          if (!rate.pass()) throw new CallerRoomFault(`more than ${MESSAGES_A_SECOND} messages per second`);
          const message = await signals.pass(data as Buffer);
          if (message) await send(client, message);
        })
        .then(() => upstream.resume())
        .catch(fail);
    });
    client.on('message', (data: RawData, isBinary: boolean) => {
      if (upstream.bufferedAmount > BACKLOG_BYTES) end();
      else upstream.send(data as Buffer, { binary: isBinary });
    });
    upstream.on('close', () => void lastMessage.finally(() => isOver || client.close()));
    client.on('close', () => upstream.close());
    client.on('error', end);
    upstream.resume();
  }

  #fault(what: string): void {
    if (this.#isOver) return;
    this.#close(`sent ${what}`);
    this.#options.log.warn(
      { event: 'own_room.left', why: this.#failure },
      'the avatar leaves the room of a caller: its room server violated the protocol',
    );
  }

  #close(what: string, why?: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#failure = `the room server ${what}`;
    this.#brokenDeferred.resolve(why ?? this.#failure);
  }
}

/** Sends a message. Resolves when the next one may follow. */
async function send(client: WebSocket, message: Uint8Array): Promise<void> {
  const sent = new Promise<void>((resolve, reject) =>
    client.send(message, (error) => (error ? reject(error) : resolve())),
  );
  if (client.bufferedAmount > BACKLOG_BYTES) await sent;
  else sent.catch(() => undefined);
}
