import type { Socket } from 'node:net';
import { deserialize, serialize } from 'node:v8';

const HEAD_BYTES = 4;
/** One minute of audio at 48 kHz with 32 bits is 12 MB. */
const MAX_BYTES = 64 * 2 ** 20;

/** Sends a structured clone, preceded by its length. */
export function sendFrame(socket: Socket, message: unknown): void {
  if (!socket.writable) return;
  const body = serialize(message);
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32LE(body.length);
  socket.cork();
  socket.write(head);
  socket.write(body);
  socket.uncork();
}

/** Calls `take` with each message that arrives. Anything else ends the connection. */
export function readFrames(socket: Socket, take: (message: unknown) => void): void {
  let waiting: Buffer[] = [];
  let bytes = 0;
  socket.on('data', (chunk: Buffer) => {
    waiting.push(chunk);
    bytes += chunk.length;
    while (bytes >= HEAD_BYTES) {
      if (waiting[0]!.length < HEAD_BYTES) waiting = [Buffer.concat(waiting)];
      const length = HEAD_BYTES + waiting[0]!.readUInt32LE();
      if (length > MAX_BYTES) return void socket.destroy(new Error('a message is too large'));
      if (bytes < length) return;
      const all = Buffer.concat(waiting);
      waiting = [all.subarray(length)];
      bytes -= length;
      const message = parse(all.subarray(HEAD_BYTES, length));
      if (message instanceof Error) return void socket.destroy(message);
      take(message);
    }
  });
}

function parse(body: Buffer): unknown {
  try {
    return deserialize(body);
  } catch (error) {
    return error as Error;
  }
}
