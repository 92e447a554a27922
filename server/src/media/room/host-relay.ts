import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import WebSocket, { type RawData, WebSocketServer } from 'ws';
import { answerSocket } from '../../lib/answer-socket.ts';
import type { Logger } from '../../lib/logger.ts';
import { allowedLookup, isPublicAddress, refuseForbidden } from '../../lib/public-fetch.ts';
import { HostSignals } from './host-signals.ts';

const CONNECT_TIMEOUT_MS = 10_000;
/** LiveKit sends the list of participants in one message. */
const MESSAGE_BYTES = 4 * 2 ** 20;
/** Above this the sender waits, if it is the host, or is cut off. */
const BACKLOG_BYTES = 2 * 2 ** 20;
/** The first connection, and those with which a client comes back while the lost one is still open. */
const MOST_CONNECTIONS = 8;

/**
 * The same words whether the server refused, was silent, answered something else, or may not be connected to, so that they
 * reveal nothing of the network.
 */
const UNREACHABLE = 'the room server could not be reached, or its address is not public';
const TOKEN_REFUSED = 'the room server refused the token';

export interface HostRelayOptions {
  /** Where the caller's room is. */
  serverUrl: string;
  /** Whether it may be in a private network. */
  privateAddresses: boolean;
  /** For a server that is silent. Default 10 s. */
  connectTimeoutMs?: number;
  log: Logger;
}

/**
 * Connects the avatar to the room of a caller. The client is native code that resolves names by itself, follows redirects
 * and reports all that a server answers. So it connects to this relay on loopback, and the relay to the caller's server: to
 * addresses that are checked at the moment of connecting, without redirects, with bounded messages, and revealing nothing
 * of a server that refuses us. Media goes directly, to the addresses that `HostSignals` lets pass.
 */
export class HostRelay {
  readonly #options: HostRelayOptions;
  readonly #server: Server;
  readonly #clients = new WebSocketServer({ noServer: true, maxPayload: MESSAGE_BYTES });
  readonly #hosts = new Set<WebSocket>();
  /** Part of the path, so that others on this machine who find the port cannot use the relay. */
  readonly #path = `/${randomBytes(16).toString('hex')}`;
  #failure = UNREACHABLE;

  private constructor(options: HostRelayOptions) {
    this.#options = options;
    // Without an upgrade the client asks why there was none (`/rtc/validate`).
    this.#server = createServer((_, response) => response.writeHead(403).end(this.#failure));
    this.#server.maxConnections = MOST_CONNECTIONS;
    this.#server.on('upgrade', (request, socket, head) => this.#open(request, socket, head));
  }

  static async open(options: HostRelayOptions): Promise<HostRelay> {
    const relay = new HostRelay(options);
    await new Promise<void>((resolve, reject) => {
      relay.#server.once('error', reject);
      relay.#server.listen(0, '127.0.0.1', resolve);
    });
    // A connection that could not be accepted for want of a file handle is tried again by the client.
    relay.#server.on('error', (error) => options.log.warn({ err: error }, 'a connection could not be taken'));
    return relay;
  }

  /** What to connect to. */
  get url(): string {
    return `ws://127.0.0.1:${(this.#server.address() as AddressInfo).port}${this.#path}`;
  }

  /** Why the last connection failed, in words for the caller. */
  get failure(): string {
    return this.#failure;
  }

  close(): void {
    for (const socket of [...this.#clients.clients, ...this.#hosts]) socket.terminate();
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #open(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    const path = request.url ?? '';
    if (!path.startsWith(`${this.#path}/`)) {
      answerSocket(socket, 404);
      return;
    }
    let host: WebSocket;
    try {
      host = this.#connect(path.slice(this.#path.length), request.headers.authorization);
    } catch (error) {
      this.#options.log.warn({ err: error }, 'the room server of a caller was not connected to');
      answerSocket(socket, 403);
      return;
    }
    socket.on('close', () => host.terminate());
    host.once('open', () => {
      // What the server sends at once waits until there is a listener.
      host.pause();
      if (socket.destroyed) host.terminate();
      else this.#clients.handleUpgrade(request, socket, head, (client) => this.#join(client, host));
    });
    host.once('unexpected-response', (sent, { statusCode = 0 }) => {
      sent.destroy();
      this.#failure = statusCode === 401 || statusCode === 403 ? TOKEN_REFUSED : UNREACHABLE;
      // For a path that a server does not know, the client tries the older one; any other answer ends the attempt.
      answerSocket(socket, statusCode === 404 ? 404 : 403);
    });
    host.on('error', (error) => {
      this.#options.log.debug({ err: error }, 'the connection to the room server of a caller failed');
      if (host.readyState === WebSocket.OPEN || socket.destroyed) return;
      answerSocket(socket, 403);
    });
  }

  /** @throws Error for an address that is not allowed */
  #connect(pathAndQuery: string, authorization: string | undefined): WebSocket {
    const { serverUrl, privateAddresses, connectTimeoutMs = CONNECT_TIMEOUT_MS } = this.#options;
    const url = new URL(serverUrl.replace(/^http/, 'ws'));
    const isAllowed = privateAddresses ? () => true : isPublicAddress;
    refuseForbidden(url, ['ws:', 'wss:'], isAllowed, 'connected to');
    const { pathname, search } = new URL(pathAndQuery, 'ws://relay');
    url.pathname = `${url.pathname.replace(/\/$/, '')}${pathname}`;
    url.search = search;
    url.hash = '';
    const host = new WebSocket(url, {
      lookup: allowedLookup(isAllowed),
      headers: authorization === undefined ? {} : { authorization },
      followRedirects: false,
      perMessageDeflate: false,
      handshakeTimeout: connectTimeoutMs,
      maxPayload: MESSAGE_BYTES,
    });
    this.#hosts.add(host);
    host.once('close', () => this.#hosts.delete(host));
    return host;
  }

  #join(client: WebSocket, host: WebSocket): void {
    const { privateAddresses } = this.#options;
    const signals = new HostSignals(privateAddresses ? () => true : isPublicAddress);
    const end = () => {
      client.terminate();
      host.terminate();
    };
    // One after the other: some wait for a name to be resolved.
    let passing = Promise.resolve();
    host.on('message', (data: RawData, isBinary: boolean) => {
      if (!isBinary) return;
      host.pause();
      passing = passing
        .then(async () => {
          const message = await signals.pass(data as Buffer);
          if (message) await send(client, message);
        })
        .then(() => host.resume())
        .catch(end);
    });
    client.on('message', (data: RawData, isBinary: boolean) => {
      if (host.bufferedAmount > BACKLOG_BYTES) end();
      else host.send(data as Buffer, { binary: isBinary });
    });
    host.on('close', () => void passing.finally(() => client.close()));
    client.on('close', () => host.close());
    client.on('error', end);
    host.resume();
  }
}

/** Resolves when it may be followed by the next. */
async function send(client: WebSocket, message: Uint8Array): Promise<void> {
  const sent = new Promise<void>((resolve, reject) =>
    client.send(message, (error) => (error ? reject(error) : resolve())),
  );
  if (client.bufferedAmount > BACKLOG_BYTES) await sent;
  else sent.catch(() => undefined);
}
