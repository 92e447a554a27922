/** One port serves everything: the room server's paths go to its thread, workers to the pool, the rest to the API. */
import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { answerBrokenHttp, refuseSeveralHosts } from './api/plugins/broken-http.ts';
import { makeProblem } from './api/plugins/problems.ts';
import { limitBodyTime } from './api/plugins/unfinished-bodies.ts';
import type { ComposedService } from './compose/service.ts';
import { answerInTurn } from './lib/answer-in-turn.ts';
import { answerSocket } from './lib/answer-socket.ts';
import type { Trust } from './lib/client-address.ts';
import type { Logger } from './lib/logger.ts';
import { isRoomPath, proxyRequest, proxyUpgrade } from './room-server/room-proxy.ts';
import { AUTHORITY_PATH, sendAuthority } from './tls/local-certificate.ts';

/** Paths of probes, to which orchestrators react if a response is late. */
const PROBES = ['/livez', '/readyz', '/v3/health'];

/**
 * Routes all connections of `server` to the API, the room server or the pool of workers. An error of one connection
 * ends that connection, not the service.
 *
 * @param trust the trusted proxies in front of the service
 * @param authority PEM that a device must trust in order to trust this service; served if present
 */
export function routeConnections(
  server: Server,
  {
    app,
    rooms,
    workerEndpoint,
  }: Pick<ComposedService, 'app' | 'workerEndpoint'> & { rooms: Pick<ComposedService['rooms'], 'embedded'> },
  log: Logger,
  trust: Trust,
  authority?: string,
): void {
  const attempt = (socket: Duplex, work: () => void) => {
    try {
      work();
    } catch (error) {
      log.error(
        { event: 'http.connection_failed', err: error },
        'the service failed to process a request and closed its connection',
      );
      socket.destroy();
    }
  };
  const { embedded } = rooms;
  server.on('request', limitBodyTime);
  const turns = answerInTurn(
    server,
    (request, response) =>
      attempt(request.socket, () => {
        if (refuseSeveralHosts(request)) return;
        if (embedded && isRoomPath(request.url)) proxyRequest(request, response, embedded, trust);
        else if (authority !== undefined && request.url === AUTHORITY_PATH)
          sendAuthority(response, authority);
        else app.routing(request, response);
      }),
    ({ url }) => url !== undefined && PROBES.includes(url),
  );
  server.on('clientError', answerBrokenHttp);
  server.on('upgrade', (request, socket, head) => {
    // Node removes its own error listener before it passes on the socket; without one, a client that disconnects now
    // would end the process.
    socket.on('error', () => socket.destroy());
    attempt(socket, () => {
      // Pending responses would be written between the frames.
      if (turns.isBusy(socket)) socket.destroy();
      else if (refuseSeveralHosts(request)) return;
      else if (embedded && isRoomPath(request.url)) proxyUpgrade(request, socket, head, embedded, trust);
      else if (workerEndpoint?.isFor(request)) workerEndpoint.open(request, socket, head);
      else refuseUpgrade(socket);
    });
  });
}

function refuseUpgrade(socket: Duplex): void {
  const requestId = `req_${randomUUID()}`;
  const problem = makeProblem(
    { code: 'not_found', detail: 'There is no WebSocket at this path.' },
    requestId,
    '',
  );
  answerSocket(socket, problem.status, {
    headers: { 'content-type': 'application/problem+json; charset=utf-8', 'x-request-id': requestId },
    body: JSON.stringify(problem),
  });
}
