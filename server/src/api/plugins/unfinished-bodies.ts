/**
 * A body that is still coming: how long one may take, and what becomes of one that has been answered before its end. It is read
 * and thrown away for a moment, because a close with bytes unread takes the answer away from a sender that is still sending
 * (RFC 9112, 9.6).
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerBrokenHttp } from './broken-http.ts';

/** Of a body that is no upload: 8 MiB, the most that one may have, over a line of 256 kbit/s. */
const BODY_MS = 300_000;
/** What is still being sent when it has been answered (refused, as a rule) may take so much longer. */
const LINGER_MS = 5_000;

/** Closes the connection of a body that is late: for every request of the port, whoever answers it. */
export function boundBody(request: IncomingMessage, response: ServerResponse): void {
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
