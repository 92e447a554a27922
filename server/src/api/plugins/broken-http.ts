import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { answerSocket } from '../../lib/answer-socket.ts';
import { makeProblem } from './problems.ts';

/** Error code for a body that arrives in thousands of tiny pieces. */
export const TINY_PIECES = 'TINY_PIECES';
const SEVERAL_HOSTS = 'SEVERAL_HOSTS';

/**
 * Refuses a request with several `Host` headers (RFC 9112, 3.2), of which a proxy may have read another one than we do.
 * Returns whether it did.
 */
export function refuseSeveralHosts({ rawHeaders, socket }: IncomingMessage): boolean {
  const names = rawHeaders.filter((_, at) => at % 2 === 0);
  if (names.filter((name) => name.toLowerCase() === 'host').length < 2) return false;
  answerBrokenHttp(Object.assign(new Error('several hosts'), { code: SEVERAL_HOSTS }), socket);
  return true;
}

/** Responds to data that Node could not parse as an HTTP request; there is no request object, not even an address. */
export function answerBrokenHttp(error: NodeJS.ErrnoException, socket: Duplex): void {
  // A listener for these errors must close the socket itself.
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
  [SEVERAL_HOSTS]: 'The request has several Host headers: send one.',
  [TINY_PIECES]: 'The body arrives in too many tiny pieces: send chunks of several kilobytes.',
};
