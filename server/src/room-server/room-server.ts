import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { answerSocket } from '../lib/answer-socket.ts';
import { MAX_FRAGMENTS } from '../lib/bound-control-frames.ts';
import { RecentMap } from '../lib/recent-map.ts';
import { Admissions, type AdmittedRoom } from './admissions.ts';
import { AgentWorkers } from './agents/agent-workers.ts';
import { RoomDispatches } from './agents/room-dispatches.ts';
import type { RoomServerLimits } from './limits.ts';
import type { Log } from './log.ts';
import { MAX_OWNERS, MediaWork } from './media-work.ts';
import { urlOf } from './request-token.ts';
import type { Room } from './room/room.ts';
import { Rooms } from './room/rooms.ts';
import { ServiceBodies } from './service-bodies.ts';
import { type AcceptContext, acceptClient, joinRefusal, ownDataRefusal } from './signal/accept-client.ts';
import { type ClientRequest, readJoinRequest, readQuery } from './signal/client-request.ts';
import { FairScheduler } from './signal/fair-scheduler.ts';
import type { TurnServers } from './signal/turn-servers.ts';
import { type Claims, Tokens } from './tokens.ts';
import type { Backlog } from './transport/data-channels.ts';
import { createDtlsCertificate, type DtlsCertificate } from './transport/dtls-certificate.ts';
import { type MediaAddress, MediaPorts } from './transport/media-ports.ts';
import { WeriftTransport } from './transport/werift-transport.ts';
import { createAgentDispatchService } from './twirp/agent-dispatch-service.ts';
import { createRoomService } from './twirp/room-service.ts';
import { callMethod, requireServiceGrant, type ServiceMethods, TwirpError } from './twirp/service-methods.ts';

export interface RoomServerCoreOptions {
  readonly apiKey: string;
  readonly apiSecret: string;
  /** Loopback TCP port for signalling; 0 for any. */
  readonly port: number;
  /** The range of UDP ports from which one is chosen for all media. If absent, any free port. */
  readonly udpPorts: { readonly min: number; readonly max: number } | undefined;
  /** Addresses to announce besides the machine's own, such as the public side of a NAT or a container. */
  readonly publicIps: readonly string[];
  /** TURN servers announced to clients that cannot send media to this machine directly. */
  readonly turn: TurnServers | undefined;
  readonly limits: RoomServerLimits;
  /** The only rooms that may be joined; if absent, all may be. */
  readonly admitted: readonly AdmittedRoom[] | undefined;
}

const requestReaders: Record<string, ((query: URLSearchParams) => ClientRequest) | undefined> = {
  '/rtc': readQuery,
  '/rtc/v1': readJoinRequest,
};
/** The answer to a missing or invalid token. Clients that try many are refused by `RequestFilter`. */
const WRONG_TOKEN = { status: 401, message: 'invalid token' } as const;
const AGENT_PATH = '/agent';
const SERVICE_PATH = /^\/twirp\/livekit\.(\w+)\/(\w+)$/;

/** The room server in the current thread: HTTP and signalling on a loopback port, media on UDP. */
export class RoomServerCore {
  readonly rooms: Rooms;
  readonly admissions: Admissions;
  readonly #options: RoomServerCoreOptions;
  readonly #log: Log;
  readonly #tokens: Tokens;
  readonly #bodies: ServiceBodies;
  readonly #services: Readonly<Record<string, ServiceMethods>>;
  readonly #scheduler: FairScheduler;
  readonly #media: MediaWork;
  /** Backlogs of data, by owner. */
  readonly #backlogs = new RecentMap<string, Backlog>(MAX_OWNERS, () => ({ bytes: 0 }));
  readonly #workers: AgentWorkers;
  readonly #dispatches = new WeakMap<Room, RoomDispatches>();
  readonly #ports: MediaPorts;
  readonly #certificate: DtlsCertificate;
  readonly #http: Server;
  readonly #webSockets: WebSocketServer;
  #addresses: readonly MediaAddress[] = [];

  private constructor(
    options: RoomServerCoreOptions,
    log: Log,
    ports: MediaPorts,
    certificate: DtlsCertificate,
  ) {
    this.#options = options;
    this.#log = log;
    this.#ports = ports;
    this.#certificate = certificate;
    this.rooms = new Rooms(options.limits, log);
    this.#scheduler = new FairScheduler(options.limits);
    this.#media = new MediaWork(options.limits);
    this.admissions = new Admissions(options.admitted, options.limits);
    this.#tokens = new Tokens(options.apiKey, options.apiSecret, (room) => this.admissions.clockJumpMs(room));
    this.#workers = new AgentWorkers(this.#tokens, log);
    // A conversation already has its agent: workers without a name, which join every other room, would be a second one.
    const unnamed = options.admitted ? [] : [{}];
    this.rooms.on('started', (room) =>
      this.#dispatches.set(room, new RoomDispatches(room, this.#workers, unnamed)),
    );
    this.#bodies = new ServiceBodies(options.limits.requestBodyBytes);
    this.#services = {
      RoomService: createRoomService(this.rooms, this.admissions, options.limits),
      AgentDispatchService: createAgentDispatchService(
        this.rooms,
        this.admissions,
        (room) => this.#dispatches.get(room)!,
        options.limits,
      ),
    };
    this.#webSockets = new WebSocketServer({
      noServer: true,
      maxPayload: options.limits.signalMessageBytes,
      maxFragments: MAX_FRAGMENTS,
    });
    this.#http = createServer((request, response) => {
      this.#handleRequest(request, response).catch((error: unknown) => {
        this.#log('error', 'the room server failed to answer a request', {
          event: 'room_server.request_failed',
          error: String(error),
        });
        if (!response.headersSent) response.writeHead(500);
        response.end();
      });
    });
    this.#http.maxHeadersCount = 0;
    this.#http.on('upgrade', (request, socket, head) => {
      socket.on('error', () => socket.destroy());
      this.#handleUpgrade(request, socket, head).catch((error: unknown) => {
        this.#log('error', 'the room server could not open a WebSocket', {
          event: 'room_server.websocket_failed',
          error: String(error),
        });
        socket.destroy();
      });
    });
  }

  /** @throws Error when a port cannot be opened. */
  static async start(options: RoomServerCoreOptions, log: Log): Promise<RoomServerCore> {
    const certificate = await createDtlsCertificate();
    const ports = await MediaPorts.open({ range: options.udpPorts, publicIps: options.publicIps });
    const core = new RoomServerCore(options, log, ports, certificate);
    await once(core.#http.listen(options.port, '127.0.0.1'), 'listening');
    // A failed accept (no file descriptor left) affects that connection only.
    core.#http.on('error', (error) =>
      log('warn', 'the room server could not accept a connection', {
        event: 'room_server.accept_failed',
        error: String(error),
      }),
    );
    return core;
  }

  get port(): number {
    return (this.#http.address() as AddressInfo).port;
  }

  async mediaAddresses(): Promise<readonly MediaAddress[]> {
    return this.#ports.addresses();
  }

  async close(): Promise<void> {
    this.rooms.close();
    this.#workers.close();
    for (const client of this.#webSockets.clients) client.terminate();
    this.#ports.close();
    this.#http.closeAllConnections();
    await new Promise<void>((resolve) => this.#http.close(() => resolve()));
  }

  get #acceptContext(): AcceptContext {
    const addresses = this.#addresses;
    return {
      rooms: this.rooms,
      admissions: this.admissions,
      limits: this.#options.limits,
      log: this.#log,
      tokens: this.#tokens,
      turn: this.#options.turn,
      scheduler: this.#scheduler,
      createTransport: (owner, conduct) =>
        new WeriftTransport(this.#ports.router, this.#certificate, addresses, {
          work: this.#media.of(owner, conduct),
          backlog: this.#backlogs.get(owner),
        }),
    };
  }

  async #handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const url = urlOf(request);
    if (url.pathname === AGENT_PATH) return this.#upgradeWorker(request, socket, head, url);
    const read = requestReaders[url.pathname];
    if (read === undefined) return refuseUpgrade(socket, { status: 404, message: 'not found' });
    const claims = await this.#claimsOf(request, url);
    if (claims === undefined) return refuseUpgrade(socket, WRONG_TOKEN);
    // Detects local addresses that are new since the last join (another network, a new tunnel).
    this.#addresses = await this.#ports.addresses();
    const context = this.#acceptContext;
    const refusal = joinRefusal(context, claims);
    if (refusal !== undefined) return refuseUpgrade(socket, refusal);
    if (!this.admissions.passJoin(claims.video.room ?? ''))
      return refuseUpgrade(socket, { status: 503, message: 'too many joins at once' });
    // Parsing takes time, so it is done only for a client that may join, and not too often.
    let clientRequest: ClientRequest;
    try {
      clientRequest = read(url.searchParams);
    } catch {
      return refuseUpgrade(socket, { status: 400, message: 'invalid join request' });
    }
    const fault = ownDataRefusal(context, claims, clientRequest);
    if (fault !== undefined) return refuseUpgrade(socket, fault);
    this.#webSockets.handleUpgrade(request, socket, head, (webSocket) =>
      acceptClient(context, webSocket, clientRequest, claims),
    );
  }

  async #upgradeWorker(request: IncomingMessage, socket: Duplex, head: Buffer, url: URL): Promise<void> {
    const claims = await this.#claimsOf(request, url);
    if (claims === undefined) return refuseUpgrade(socket, WRONG_TOKEN);
    const { agent, roomJoin, room } = claims.video;
    // A token for one room is not valid for all: the tokens of jobs have the `agent` grant too, as LiveKit's do.
    if (agent !== true || roomJoin === true || room !== undefined)
      return refuseUpgrade(socket, {
        status: 401,
        message: 'the token does not allow joining as an agent worker',
      });
    if (this.#workers.full) return refuseUpgrade(socket, { status: 503, message: 'too many agent workers' });
    this.#webSockets.handleUpgrade(request, socket, head, (webSocket) => this.#workers.accept(webSocket));
  }

  async #handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = urlOf(request);
    if (url.pathname === '/rtc/validate' || url.pathname === '/rtc/v1/validate') {
      await this.#validate(request, response, url);
      return;
    }
    const called = SERVICE_PATH.exec(url.pathname);
    if (called !== null) {
      await this.#callService(request, response, url, this.#services[called[1]!]?.[called[2]!]);
      return;
    }
    response.writeHead(404, { 'content-type': 'text/plain' }).end('not found');
  }

  /** Answers why a client's upgrade failed (`/rtc/validate`). */
  async #validate(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const claims = await this.#claimsOf(request, url);
    const refusal = claims === undefined ? WRONG_TOKEN : joinRefusal(this.#acceptContext, claims);
    response
      .writeHead(refusal?.status ?? 200, { 'content-type': 'text/plain' })
      .end(refusal?.message ?? 'success');
  }

  async #callService(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
    method: ServiceMethods[string] | undefined,
  ): Promise<void> {
    const json = (request.headers['content-type'] ?? 'application/json').startsWith('application/json');
    try {
      if (method === undefined || request.method !== 'POST')
        throw new TwirpError('bad_route', 'no such method');
      const claims = await this.#claimsOf(request, url);
      if (claims === undefined) throw new TwirpError('unauthenticated', WRONG_TOKEN.message);
      requireServiceGrant(claims.video);
      const answer = callMethod(method, await this.#bodies.read(request), json, claims.video);
      response
        .writeHead(200, { 'content-type': json ? 'application/json' : 'application/protobuf' })
        .end(answer);
    } catch (error) {
      // Do not log a client that disconnects in the middle of its request. A request whose body is refused while it
      // arrives is destroyed as well, but its sender still reads the answer.
      if (request.destroyed && !request.complete && !(error instanceof TwirpError)) return;
      const known = error instanceof TwirpError ? error : new TwirpError('internal', 'internal error');
      if (known !== error)
        this.#log('error', 'a call of RoomService failed', {
          event: 'room_server.call_failed',
          error: String(error),
        });
      response.writeHead(known.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ code: known.code, msg: known.message }));
    }
  }

  async #claimsOf(request: IncomingMessage, url: URL): Promise<Claims | undefined> {
    try {
      return await this.#tokens.verify(request, url);
    } catch {
      return undefined;
    }
  }
}

function refuseUpgrade(socket: Duplex, { status, message }: { status: number; message: string }): void {
  answerSocket(socket, status, { headers: { 'content-type': 'text/plain' }, body: message });
}
