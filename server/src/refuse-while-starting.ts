import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { isPageRequest } from './api/plugins/message-page.ts';
import { answerSocket } from './lib/answer-socket.ts';

/**
 * Responds to requests during the start with 503 and `Retry-After`: the port is bound long before the service is ready,
 * and a request without a listener would hang. Returns a function that stops this.
 */
export function refuseWhileStarting(server: Server): () => void {
  server.on('request', refuse);
  server.on('upgrade', refuseUpgrade);
  server.on('clientError', refuseBroken);
  return () => server.off('request', refuse).off('upgrade', refuseUpgrade).off('clientError', refuseBroken);
}

function refuseBroken(error: NodeJS.ErrnoException, socket: Socket): void {
  void import('./api/plugins/broken-http.ts').then(({ answerBrokenHttp }) => answerBrokenHttp(error, socket));
}

function refuse(request: IncomingMessage, response: ServerResponse): void {
  if (request.url === '/livez') {
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end('{"status":"ok"}');
    return;
  }
  const requestId = `req_${randomUUID()}`;
  // Loaded on demand: the port is bound before the API is loaded, and there may be no request.
  if (isPageRequest(request)) {
    void import('./api/plugins/waiting-page.ts').then(({ startingPage }) => {
      const { headers, body } = startingPage(requestId);
      response.writeHead(503, headers).end(request.method === 'HEAD' ? undefined : body);
    });
    return;
  }
  void import('./api/plugins/problems.ts').then(({ makeProblem }) => {
    const problem = makeProblem({ code: 'capacity', detail: 'The service is starting.' }, requestId, '');
    const headers = {
      'content-type': 'application/problem+json; charset=utf-8',
      'x-request-id': requestId,
      'retry-after': '1',
      vary: 'accept',
      connection: 'close',
    };
    response.writeHead(problem.status, headers).end(JSON.stringify(problem));
  });
}

function refuseUpgrade(_request: IncomingMessage, socket: Duplex): void {
  answerSocket(socket, 503, { headers: { 'retry-after': '1' } });
}
