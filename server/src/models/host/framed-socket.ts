import type { Socket } from 'node:net';
import { deserialize, serialize } from 'node:v8';

const HEADER_BYTES = 4;
/** One minute of audio at 48 kHz with 32 bits is 12 MB. */
const MAX_BYTES = 64 * 2 ** 20;

/** Sends a structured clone, preceded by its length. */
export function sendFrame(socket: Socket, message: unknown): void {
  if (!socket.writable) return;
  const body = serialize(message);
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32LE(body.length);
  socket.cork();
  socket.write(header);
  socket.write(body);
  socket.uncork();
}

/** Calls `take` with each message that arrives. Anything else ends the connection. */
export function readFrames(socket: Socket, onMessage: (message: unknown) => void): void {
  let chunks: Buffer[] = [];
  let bytes = 0;
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    bytes += chunk.length;
    while (bytes >= HEADER_BYTES) {
      if (chunks[0]!.length < HEADER_BYTES) chunks = [Buffer.concat(chunks)];
      const length = HEADER_BYTES + chunks[0]!.readUInt32LE();
      if (length > MAX_BYTES) return void socket.destroy(new Error('a message is too large'));
      if (bytes < length) return;
      const all = Buffer.concat(chunks);
      chunks = [all.subarray(length)];
      bytes -= length;
      const message = parse(all.subarray(HEADER_BYTES, length));
      if (message instanceof Error) return void socket.destroy(message);
      onMessage(message);
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
