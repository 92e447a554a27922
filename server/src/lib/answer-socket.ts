import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** Time that the peer has to read the response and to close the connection. */
const LINGER_MS = 2_000;

/**
 * Sends a response if Node provides no `ServerResponse` (for an upgrade, or for bytes that are not HTTP), then closes
 * the connection: as soon as the peer closes its side, or after two seconds. What the peer still sends is read and
 * dropped, because closing a socket with unread bytes can discard the response as well (RFC 9112, 9.6).
 */
export function answerSocket(
  socket: Duplex,
  status: number,
  { headers = {}, body = '' }: { headers?: Record<string, string>; body?: string } = {},
): void {
  const all = { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  // A peer that closes without reading causes a socket error; without a listener that would end the process.
  socket.on('error', () => socket.destroy());
  const cut = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('end', () => socket.end(() => socket.destroy()));
  socket.once('close', () => clearTimeout(cut));
  socket.resume();
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`);
}
