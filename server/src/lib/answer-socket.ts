import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** Answers where Node gives no response to write to (an upgrade, or what is no HTTP), and ends the connection. */
export function answerSocket(
  socket: Duplex,
  status: number,
  { headers = {}, body = '' }: { headers?: Record<string, string>; body?: string } = {},
): void {
  const all = { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`);
}
