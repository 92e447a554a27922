/** The one port for everything: the room server's own paths go to its thread, workers to the pool, the rest to the API. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { answerBrokenHttp } from './api/plugins/broken-http.ts';
import { makeProblem } from './api/plugins/problems.ts';
import type { ComposedService } from './compose.ts';
import { answerSocket } from './lib/answer-socket.ts';
import { isRoomPath, proxyRequest, proxyUpgrade } from './room-server/room-proxy.ts';
import { AUTHORITY_PATH, sendAuthority } from './tls/send-authority.ts';

/** Of a body that is no upload: 8 MiB, the most that one may have, over a line of 256 kbit/s. */
const BODY_MS = 300_000;
/** What is still being sent when it has been answered (refused, as a rule) may take so much longer. */
const LINGER_MS = 5_000;

/** @param authority PEM that a device must trust to trust this service; served where there is one. */
export function openDoor(
  server: Server,
  { app, rooms, workerDoor }: ComposedService,
  authority?: string,
): void {
  const roomPort = rooms.embedded?.port;
  server.on('request', (request, response) => {
    boundBody(request, response);
    if (roomPort !== undefined && isRoomPath(request.url)) proxyRequest(request, response, roomPort);
    else if (authority !== undefined && request.url === AUTHORITY_PATH) sendAuthority(response, authority);
    else app.routing(request, response);
  });
  server.on('clientError', answerBrokenHttp);
  server.on('upgrade', (request, socket, head) => {
    // Node takes its own listener away before it hands the socket over, and whoever hangs up now ends the process.
    socket.on('error', () => socket.destroy());
    if (roomPort !== undefined && isRoomPath(request.url)) proxyUpgrade(request, socket, head, roomPort);
    else if (workerDoor?.isFor(request)) workerDoor.open(request, socket, head);
    else refuseUpgrade(socket);
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

/** A body that comes a byte at a time would hold its connection for as long as an upload may take. */
function boundBody(request: IncomingMessage, response: ServerResponse): void {
  const { headers, socket } = request;
  if (headers['transfer-encoding'] === undefined && !(Number(headers['content-length']) > 0)) return;
  let timer: NodeJS.Timeout | undefined;
  if (!request.url?.startsWith('/uploads/')) {
    timer = setTimeout(() => {
      const error = Object.assign(new Error('the body is late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      if (response.headersSent) socket.destroy();
      else answerBrokenHttp(error, socket);
    }, BODY_MS).unref();
  }
  request.once('end', () => clearTimeout(timer));
  request.once('close', () => clearTimeout(timer));
  response.once('finish', () => {
    if (request.complete) return;
    const cut = setTimeout(() => {
      if (!request.complete) socket.destroy();
    }, LINGER_MS).unref();
    request.once('close', () => clearTimeout(cut));
  });
}
