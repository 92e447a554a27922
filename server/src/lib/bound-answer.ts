import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

const MAX_INTERIM_ANSWERS = 10;
/** Bytes of an answer beside its body that are always allowed: more than Node takes of heads and trailers together. */
const FRAMING_BYTES = 64 * 1024;
/** Bytes that each byte of the body allows besides: even a piece of a single byte, `1\r\nx\r\n`, has fewer. */
const FRAMING_PER_BYTE = 8;

/**
 * Ends a request whose answer consists mostly of bytes that nobody reads: announcements (1xx), during which
 * nothing else of the process would have a turn, or extensions of its chunks, which no bound of its body
 * counts. A request that ends without an answer fails with `error`. To be called before the answer comes, and after the request has its
 * listeners for it.
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
    // Whoever reads it has said by now whether it flows.
    response.on('data', ({ length }: Buffer) => (bodyBytes += length));
  });
  // Node closes a connection that switches protocols without a word: whoever waits for the answer would wait for ever.
  sent.once('close', () => {
    if (!answer) sent.emit('error', new Error('the connection ended without an answer'));
  });
  sent.once('socket', (socket: Socket) => {
    const count = ({ length }: Buffer) => {
      cameBytes += length;
      const body = bodyBytes + (answer?.readableLength ?? 0);
      if (cameBytes - body > FRAMING_BYTES + framingPerByte * body) sent.destroy();
    };
    socket.on('data', count);
    // The connection may be used again.
    sent.once('close', () => socket.off('data', count));
  });
}

/**
 * How an answer is packed, which may make a gigabyte of a megabyte; `undefined` for one that is not. Nothing here asks for a
 * packed one, or unpacks it.
 */
export function packingOf({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  const packing = headers['content-encoding']?.trim().toLowerCase() ?? '';
  return packing === '' || packing === 'identity' ? undefined : packing.slice(0, 20);
}
