/**
 * Bounds how long a request body may take, and handles one that was answered before its end: the rest is read and
 * discarded for a moment, because closing with unread bytes would destroy the answer for a client that is still sending
 * (RFC 9112, 9.6).
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerBrokenHttp, TINY_PIECES } from './broken-http.ts';

/** Time-out of a body that is not an upload: 8 MiB, the maximum, at 256 kbit/s. */
const BODY_MS = 300_000;
/** An upload may take an hour, but the part that has come fills the disk: an upload that sends next to nothing is ended. */
const UPLOAD = { everyMs: 60_000, leastBytes: 64 * 1024 };
const LATE = 'ERR_HTTP_REQUEST_TIMEOUT';
/** How long the rest of an answered (usually refused) body is read. */
const LINGER_MS = 5_000;

/** Closes the connection when a body is late, for every request on the port. */
export function boundBody(request: IncomingMessage, response: ServerResponse): void {
  const { headers, socket } = request;
  if (headers['transfer-encoding'] === undefined && !(Number(headers['content-length']) > 0)) return;
  const end = (code: string) => {
    if (request.complete) return;
    if (response.headersSent) socket.destroy();
    else answerBrokenHttp(Object.assign(new Error('the body is refused'), { code }), socket);
  };
  request.once('tinyPieces', () => {
    end(TINY_PIECES);
    // Reading on would cost the work that this refusal saves.
    socket.destroy();
  });
  let readBefore = socket.bytesRead;
  const timer = request.url?.startsWith('/uploads/')
    ? setInterval(() => {
        if (socket.bytesRead - readBefore < UPLOAD.leastBytes) end(LATE);
        readBefore = socket.bytesRead;
      }, UPLOAD.everyMs)
    : setTimeout(() => end(LATE), BODY_MS);
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
