/**
 * Bounds how long a request body may take, and handles one that was answered before its end: the rest is read and
 * discarded for a moment, because closing with unread bytes would destroy the answer for a client that is still sending
 * (RFC 9112, 9.6).
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerBrokenHttp } from './broken-http.ts';

/** Time-out of a body that is not an upload: 8 MiB, the maximum, at 256 kbit/s. */
const BODY_MS = 300_000;
/** How long the rest of an answered (usually refused) body is read. */
const LINGER_MS = 5_000;

/** Closes the connection when a body is late, for every request on the port. */
export function boundBody(request: IncomingMessage, response: ServerResponse): void {
  const { headers, socket } = request;
  if (headers['transfer-encoding'] === undefined && !(Number(headers['content-length']) > 0)) return;
  let timer: NodeJS.Timeout | undefined;
  if (!request.url?.startsWith('/uploads/')) {
    timer = setTimeout(() => {
      if (request.complete) return;
      const error = Object.assign(new Error('the body is late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      if (response.headersSent) socket.destroy();
      else answerBrokenHttp(error, socket);
    }, BODY_MS).unref();
  }
  request.once('close', () => clearTimeout(timer));
  response.once('finish', () => {
    if (request.complete) return;
    const cut = setTimeout(() => {
      if (!request.complete) socket.destroy();
    }, LINGER_MS).unref();
    request.once('close', () => clearTimeout(cut));
  });
}
