import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type RawData, WebSocket, WebSocketServer } from 'ws';
import { AwaitedList } from './awaited-list.ts';

export type Json = Record<string, unknown>;

/** Returns a field as text, whatever its type. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** A WebSocket frame, or the body of a request of that kind. */
export type MessageKind = 'frame' | 'chat' | 'speech' | 'transcription';

export interface Refusal {
  status: number;
  body: unknown;
}

/** A client's connection as the provider sees it. */
export class ServerConnection {
  readonly request: IncomingMessage;
  readonly url: URL;
  /** Everything the client sent; without audio, if the protocol says so. */
  readonly received = new AwaitedList<Json>((message) => JSON.stringify(message).slice(0, 120));
  readonly closed: Promise<{ code: number; reason: string }>;
  readonly socket: WebSocket;

  constructor(socket: WebSocket, request: IncomingMessage) {
    this.socket = socket;
    this.request = request;
    this.url = new URL(request.url ?? '/', 'http://localhost');
    this.closed = new Promise((resolve) => {
      socket.on('close', (code, reason) => resolve({ code, reason: reason.toString('utf8') }));
    });
  }

  get isOpen(): boolean {
    return this.socket.readyState === WebSocket.OPEN;
  }

  send(message: Json): void {
    if (this.isOpen) this.socket.send(JSON.stringify(message));
  }

  /** Sends JSON in a binary frame. */
  sendAsBinary(message: Json): void {
    if (this.isOpen) this.socket.send(Buffer.from(JSON.stringify(message)));
  }

  /** Sends any text, as a faulty server may. */
  sendRaw(frame: string | Uint8Array): void {
    if (this.isOpen) this.socket.send(frame);
  }

  /** Resolves when the client has received everything that was sent, or has disconnected. */
  async flushed(): Promise<void> {
    if (!this.isOpen) return;
    await Promise.race([
      this.closed,
      new Promise<void>((resolve) => {
        this.socket.once('pong', () => resolve());
        this.socket.ping();
      }),
    ]);
  }

  /** Cuts the connection without a close frame. */
  drop(): void {
    this.socket.terminate();
  }

  end(code: number, reason: string): void {
    this.socket.close(code, reason);
  }
}

/**
 * A local server that simulates a provider. Records protocol violations by clients in `violations`, and `stop()` throws
 * if there are any: a lenient simulation would accept faulty clients.
 */
export abstract class ProtocolServer<C extends ServerConnection> {
  readonly connections = new AwaitedList<C>((connection) => connection.url.pathname);
  readonly violations: string[] = [];
  /** When each audio chunk was sent (`performance.now`). */
  readonly soundSentAt: number[] = [];
  /** Called with everything that clients send, including audio. */
  onTaken: ((message: Json, kind: MessageKind) => void) | undefined;
  readonly #refusals: Refusal[] = [];
  readonly #http: Server;
  readonly #sockets = new WebSocketServer({ noServer: true });
  #refuseAll: Refusal | undefined;
  #ignored: Duplex[] | undefined;
  #port = 0;
  #stopped: Promise<void> | undefined;

  constructor() {
    this.#http = createServer((request, response) => {
      if (this.#ignored) this.#ignored.push(request.socket);
      else this.onRequest(request, response);
    });
    this.#http.on('upgrade', (request, socket, head) => {
      if (this.#ignored) {
        this.#ignored.push(socket);
        socket.resume().once('end', () => socket.destroy());
        return;
      }
      const refusal = this.#refusals.shift() ?? this.#refuseAll ?? this.refusalOf(request);
      if (refusal) {
        const body = JSON.stringify(refusal.body);
        socket.end(
          `HTTP/1.1 ${refusal.status} Refused\r\nContent-Type: application/json\r\n` +
            `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
        );
        return;
      }
      this.#sockets.handleUpgrade(request, socket, head, (webSocket) => {
        const connection = this.accept(webSocket, request);
        webSocket.on('message', (data, isBinary) => this.#take(connection, data, isBinary));
        this.connections.push(connection);
      });
    });
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => {
      this.#http.listen(0, '127.0.0.1', resolve);
    });
    this.#port = (this.#http.address() as AddressInfo).port;
    return this;
  }

  /** Address without a trailing slash. */
  get baseUrl(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Resolves with the next connection that a client opens. */
  nextConnection(): Promise<C> {
    return this.connections.next('connection', () => true);
  }

  /** Refuses the next upgrade only. */
  refuseNext(status: number, body: unknown): void {
    this.#refusals.push({ status, body });
  }

  /** Refuses every upgrade until called without arguments. */
  refuseAll(status?: number, body?: unknown): void {
    this.#refuseAll = status === undefined ? undefined : { status, body };
  }

  /** From now on, requests and upgrades get no response at all. */
  ignoreAll(): void {
    this.#ignored = [];
  }

  /** Number of requests and upgrades that get no response, and whose clients still wait. */
  get ignored(): number {
    return this.#ignored?.filter(({ destroyed }) => !destroyed).length ?? 0;
  }

  violation(what: string): void {
    this.violations.push(what);
  }

  /** Stops the server. Rejects if a client broke the protocol. Calling it twice is harmless. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    for (const connection of this.connections.all) connection.drop();
    for (const socket of this.#ignored ?? []) socket.destroy();
    this.#sockets.close();
    this.#http.closeAllConnections();
    await new Promise((resolve) => {
      this.#http.close(resolve);
    });
    if (this.violations.length > 0)
      throw new Error(`the client broke the protocol: ${this.violations.join('; ')}`);
  }

  protected onRequest(_request: IncomingMessage, response: ServerResponse): void {
    response.writeHead(404).end();
  }

  /** Returns why an upgrade is refused, if no other refusal was set. */
  protected refusalOf(_request: IncomingMessage): Refusal | undefined {
    return undefined;
  }

  protected abstract accept(socket: WebSocket, request: IncomingMessage): C;

  protected abstract onMessage(connection: C, message: Json): void;

  #take(connection: C, data: RawData, isBinary: boolean): void {
    if (isBinary) this.violation('a binary frame from the client');
    let message: Json;
    try {
      message = JSON.parse(Buffer.from(data as Buffer).toString('utf8')) as Json;
    } catch {
      this.violation('a frame that is no JSON');
      return;
    }
    this.onTaken?.(message, 'frame');
    this.onMessage(connection, message);
  }
}
