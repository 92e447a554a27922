import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { answerSocket } from './lib/answer-socket.ts';

/**
 * Tells whoever comes before there is a service to come again: the port is taken long before, and a request that nobody
 * takes would hang for ever. The answer makes it stop.
 */
export function answerStarting(server: Server): () => void {
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
  // The port is to be taken before the API is loaded, and may stay without a visitor.
  void import('./api/plugins/problems.ts').then(({ makeProblem }) => {
    const requestId = `req_${randomUUID()}`;
    const problem = makeProblem({ code: 'capacity', detail: 'The service is starting.' }, requestId, '');
    const headers = {
      'content-type': 'application/problem+json; charset=utf-8',
      'x-request-id': requestId,
      'retry-after': '1',
      connection: 'close',
    };
    response.writeHead(problem.status, headers).end(JSON.stringify(problem));
  });
}

function refuseUpgrade(_request: IncomingMessage, socket: Duplex): void {
  answerSocket(socket, 503, { headers: { 'retry-after': '1' } });
}
