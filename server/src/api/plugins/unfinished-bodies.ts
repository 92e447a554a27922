/**
 * Limits how long a request body may take, and handles bodies that were answered before their end: the rest is read and
 * discarded for a few seconds, because closing with unread bytes could destroy the response for a client that is still
 * sending (RFC 9112, 9.6).
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerBrokenHttp, TINY_PIECES } from './broken-http.ts';

/** Timeout of a body that is not an upload: 8 MiB, the maximum, at 256 kbit/s. */
const BODY_MS = 300_000;
/** An upload may take an hour, but what has arrived occupies the disk, so a stalled upload is ended. */
const UPLOAD = { everyMs: 60_000, leastBytes: 64 * 1024 };
const TIMEOUT_CODE = 'ERR_HTTP_REQUEST_TIMEOUT';
/** How long the rest of a body is read after the response (usually a refusal). */
const LINGER_MS = 5_000;

/** Closes the connection if a body is late; applies to every request on the port. */
export function limitBodyTime(request: IncomingMessage, response: ServerResponse): void {
  const { headers, socket } = request;
  if (headers['transfer-encoding'] === undefined && !(Number(headers['content-length']) > 0)) return;
  const end = (code: string) => {
    if (request.complete) return;
    if (response.headersSent) socket.destroy();
    else answerBrokenHttp(Object.assign(new Error('the body was refused'), { code }), socket);
  };
  request.once('tinyPieces', () => {
    end(TINY_PIECES);
    // Reading on would cost the work that this refusal saves.
    socket.destroy();
  });
  let readBefore = socket.bytesRead;
  const timer = request.url?.startsWith('/uploads/')
    ? setInterval(() => {
        if (socket.bytesRead - readBefore < UPLOAD.leastBytes) end(TIMEOUT_CODE);
        readBefore = socket.bytesRead;
      }, UPLOAD.everyMs)
    : setTimeout(() => end(TIMEOUT_CODE), BODY_MS);
  timer.unref();
  request.once('close', () => clearTimeout(timer));
  response.once('finish', () => {
    if (request.complete) return;
    const cut = setTimeout(() => {
      if (!request.complete) socket.destroy();
    }, LINGER_MS).unref();
    request.once('close', () => clearTimeout(cut));
  });
}
