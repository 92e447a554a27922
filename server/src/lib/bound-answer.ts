import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

const MAX_INTERIM_ANSWERS = 10;
/** Bytes of a response besides its body that are always allowed: more than Node accepts of headers and trailers. */
const FRAMING_BYTES = 64 * 1024;
/** Further bytes allowed per byte of the body: even a chunk of a single byte, `1\r\nx\r\n`, has fewer. */
const FRAMING_PER_BYTE = 8;
/** The same for a body that is read as a whole: it need not be sent word by word. */
export const WHOLE_FRAMING_PER_BYTE = 1;

/**
 * Destroys a request whose response consists mostly of bytes that nobody reads: informational responses (1xx), which
 * would block the event loop, or chunk extensions, which no limit on the body counts. A request that ends without a
 * response emits `error`. Call this before the response arrives, and after attaching the request's own listeners.
 */
export function boundAnswer(sent: ClientRequest, framingPerByte = FRAMING_PER_BYTE): void {
  let announced = 0;
  sent.on('information', () => {
    if (++announced > MAX_INTERIM_ANSWERS) sent.destroy();
  });

  let answer: IncomingMessage | undefined;
  let bodyBytes = 0;
  let cameBytes = 0;
  sent.once('response', (response) => {
    answer = response;
    // By now, the other listeners have decided whether the response flows.
    response.on('data', ({ length }: Buffer) => (bodyBytes += length));
  });
  // If the server switches protocols unasked, Node closes the connection without an event: the caller would wait forever.
  sent.once('close', () => {
    if (!answer && sent.listenerCount('upgrade') === 0)
      sent.emit('error', new Error('the connection closed without a response'));
  });
  sent.once('socket', (socket: Socket) => {
    if (!socket.listeners('error').includes(ignore)) socket.on('error', ignore);
    const count = ({ length }: Buffer) => {
      cameBytes += length;
      const body = bodyBytes + (answer?.readableLength ?? 0);
      if (cameBytes - body > FRAMING_BYTES + framingPerByte * body) sent.destroy();
    };
    socket.on('data', count);
    // The socket may be reused (keep-alive).
    sent.once('close', () => socket.off('data', count));
  });
}

/**
 * Errors of a connection are reported by its request. If the request is aborted just as its answer ends, Node removes
 * the request's listener before the connection emits the error, which would otherwise end the process.
 */
const ignore = () => undefined;

/** Sends the handshake of a WebSocket, whose response is bounded as well: the option `finishRequest` of `ws`. */
export function sendBoundedHandshake(handshake: ClientRequest): void {
  boundAnswer(handshake);
  handshake.end();
}

/**
 * Returns the content encoding of a compressed response, which may expand a megabyte to a gigabyte; `undefined` if it
 * is not compressed. This service neither requests nor decompresses such responses.
 */
export function contentEncodingOf({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  return encoding === '' || encoding === 'identity' ? undefined : encoding.slice(0, 20);
}
