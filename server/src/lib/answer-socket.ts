import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** How long the peer has to read the answer and to close. */
const LINGER_MS = 2_000;

/**
 * Answers where Node gives no response to write to (an upgrade, or what is no HTTP), and ends the connection: at once
 * where the other side closes, else after two seconds. What it still sends is read and dropped, because a socket that is
 * closed with unread bytes takes back the answer as well (RFC 9112, 9.6).
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
