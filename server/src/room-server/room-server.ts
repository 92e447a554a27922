import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { answerSocket } from '../lib/answer-socket.ts';
import { Admissions, type AdmittedRoom } from './admissions.ts';
import type { RoomServerLimits } from './limits.ts';
import type { Log } from './log.ts';
import { Rooms } from './room/rooms.ts';
import { type AcceptContext, acceptClient, refuse } from './signal/accept-client.ts';
import { type ClientRequest, readJoinRequest, readQuery } from './signal/client-request.ts';
import { type Claims, Tokens } from './tokens.ts';
import { createDtlsCertificate, type DtlsCertificate } from './transport/dtls-certificate.ts';
import { type MediaAddress, MediaPorts } from './transport/media-ports.ts';
import { WeriftTransport } from './transport/werift-transport.ts';
import { callMethod, createRoomService, type RoomServiceMethods } from './twirp/room-service.ts';
import { TwirpError } from './twirp/twirp-error.ts';

export interface RoomServerCoreOptions {
  readonly apiKey: string;
  readonly apiSecret: string;
  /** Loopback TCP port for signalling; 0 for any. */
  readonly port: number;
  readonly udpPorts: { readonly min: number; readonly max: number } | undefined;
  readonly publicIps: readonly string[];
  readonly limits: RoomServerLimits;
  readonly admitted: readonly AdmittedRoom[] | undefined;
}

const requestReaders: Record<string, ((query: URLSearchParams) => ClientRequest) | undefined> = {
  '/rtc': readQuery,
  '/rtc/v1': readJoinRequest,
};
const servicePath = '/twirp/livekit.RoomService/';

/** The room server in the current thread: HTTP and signalling on a loopback port, media on UDP. */
export class RoomServerCore {
  readonly rooms: Rooms;
  readonly admissions: Admissions;
  private readonly options: RoomServerCoreOptions;
  private readonly log: Log;
  private readonly tokens: Tokens;
  private readonly service: RoomServiceMethods;
  private readonly ports: MediaPorts;
  private readonly certificate: DtlsCertificate;
  private readonly http: Server;
  private readonly webSockets: WebSocketServer;
  private addresses: readonly MediaAddress[] = [];

  private constructor(
    options: RoomServerCoreOptions,
    log: Log,
    ports: MediaPorts,
    certificate: DtlsCertificate,
  ) {
    this.options = options;
    this.log = log;
    this.ports = ports;
    this.certificate = certificate;
    this.rooms = new Rooms(options.limits);
    this.admissions = new Admissions(options.admitted, options.limits.joinsPerSecondPerOwner);
    this.tokens = new Tokens(options.apiKey, options.apiSecret);
    this.service = createRoomService(this.rooms, options.limits);
    this.webSockets = new WebSocketServer({ noServer: true, maxPayload: options.limits.signalMessageBytes });
    this.http = createServer((request, response) => {
      this.handleRequest(request, response).catch((error: unknown) => {
        this.log('error', 'request failed', { error: String(error) });
        if (!response.headersSent) response.writeHead(500);
        response.end();
      });
    });
    this.http.on('upgrade', (request, socket, head) => {
      socket.on('error', () => socket.destroy());
      this.handleUpgrade(request, socket, head).catch((error: unknown) => {
        this.log('error', 'upgrade failed', { error: String(error) });
        socket.destroy();
      });
    });
  }

  /** @throws Error when a port cannot be opened. */
  static async start(options: RoomServerCoreOptions, log: Log): Promise<RoomServerCore> {
    const certificate = await createDtlsCertificate();
    const ports = await MediaPorts.open({ range: options.udpPorts, publicIps: options.publicIps });
    const core = new RoomServerCore(options, log, ports, certificate);
    await new Promise<void>((resolve, reject) => {
      core.http.once('error', reject);
      core.http.listen(options.port, '127.0.0.1', resolve);
    });
    return core;
  }

  get port(): number {
    return (this.http.address() as AddressInfo).port;
  }

  async mediaAddresses(): Promise<readonly MediaAddress[]> {
    return this.ports.addresses();
  }

  async close(): Promise<void> {
    this.rooms.close();
    for (const client of this.webSockets.clients) client.terminate();
    this.ports.close();
    this.http.closeAllConnections();
    await new Promise<void>((resolve) => this.http.close(() => resolve()));
  }

  private get acceptContext(): AcceptContext {
    const { rooms, admissions, log, tokens, ports, certificate, addresses } = this;
    const { limits } = this.options;
    return {
      rooms,
      admissions,
      limits,
      log,
      tokens,
      createTransport: () => new WeriftTransport(ports.router, certificate, addresses),
    };
  }

  private async handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const read = requestReaders[url.pathname];
    if (read === undefined) {
      refuseUpgrade(socket, 404, 'not found');
      return;
    }
    const claims = await this.claimsOf(request, url);
    if (claims === undefined) {
      refuseUpgrade(socket, 401, 'invalid token');
      return;
    }
    let clientRequest: ClientRequest;
    try {
      clientRequest = read(url.searchParams);
    } catch {
      refuseUpgrade(socket, 400, 'invalid join request');
      return;
    }
    // New addresses (another network, a tunnel that came up) are found between conversations.
    this.addresses = await this.ports.addresses();
    const context = this.acceptContext;
    const refusal = refuse(context, claims);
    if (refusal !== undefined) {
      refuseUpgrade(socket, refusal.status, refusal.message);
      return;
    }
    if (!this.admissions.passJoin(claims.video.room ?? '')) {
      refuseUpgrade(socket, 503, 'too many joins at once');
      return;
    }
    this.webSockets.handleUpgrade(request, socket, head, (webSocket) =>
      acceptClient(context, webSocket, clientRequest, claims),
    );
  }

  private async handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost');
    // Browsers validate a failed connection from any origin; without these headers they see no status.
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*');
    if (request.method === 'OPTIONS') {
      response.writeHead(204).end();
      return;
    }
    if (url.pathname === '/rtc/validate' || url.pathname === '/rtc/v1/validate') {
      await this.validate(request, response, url);
      return;
    }
    if (url.pathname.startsWith(servicePath)) {
      await this.callService(request, response, url);
      return;
    }
    response.writeHead(404, { 'content-type': 'text/plain' }).end('not found');
  }

  /** Tells a client whose upgrade failed why (`/rtc/validate`). */
  private async validate(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const claims = await this.claimsOf(request, url);
    const refusal =
      claims === undefined ? { status: 401, message: 'invalid token' } : refuse(this.acceptContext, claims);
    response
      .writeHead(refusal?.status ?? 200, { 'content-type': 'text/plain' })
      .end(refusal?.message ?? 'success');
  }

  private async callService(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const json = (request.headers['content-type'] ?? 'application/json').startsWith('application/json');
    try {
      const method = this.service[url.pathname.slice(servicePath.length)];
      if (method === undefined || request.method !== 'POST')
        throw new TwirpError('bad_route', 'no such method');
      const body = await readBody(request, this.options.limits.requestBodyBytes);
      const claims = await this.claimsOf(request, url);
      if (claims === undefined) throw new TwirpError('unauthenticated', 'invalid token');
      const answer = callMethod(method, body, json, claims.video);
      response
        .writeHead(200, { 'content-type': json ? 'application/json' : 'application/protobuf' })
        .end(answer);
    } catch (error) {
      const known = error instanceof TwirpError ? error : new TwirpError('internal', 'internal error');
      if (known !== error) this.log('error', 'room service failed', { error: String(error) });
      response.writeHead(known.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ code: known.code, msg: known.message }));
    }
  }

  private async claimsOf(request: IncomingMessage, url: URL): Promise<Claims | undefined> {
    try {
      return await this.tokens.verify(request, url);
    } catch {
      return undefined;
    }
  }
}

function refuseUpgrade(socket: Duplex, status: number, message: string): void {
  answerSocket(socket, status, { headers: { 'content-type': 'text/plain' }, body: message });
}

async function readBody(request: IncomingMessage, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > most) throw new TwirpError('invalid_argument', 'the request is too big');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
