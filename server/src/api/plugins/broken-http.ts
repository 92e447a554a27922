import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { answerSocket } from '../../lib/answer-socket.ts';
import { makeProblem } from './problems.ts';

/** Answers what Node could not read as a request; there is no request to ask for anything, not even the address. */
export function answerBrokenHttp(error: NodeJS.ErrnoException, socket: Socket): void {
  // Whoever listens to these errors has the socket to close.
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const requestId = `req_${randomUUID()}`;
  const detail = DETAILS[error.code ?? ''] ?? 'This is not a valid HTTP request.';
  const problem = makeProblem({ code: 'invalid_request', detail }, requestId, '');
  answerSocket(socket, problem.status, {
    headers: { 'content-type': 'application/problem+json; charset=utf-8', 'x-request-id': requestId },
    body: JSON.stringify(problem),
  });
}

const DETAILS: Record<string, string> = {
  HPE_HEADER_OVERFLOW: 'The headers of the request are too large.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request took too long to arrive.',
};
