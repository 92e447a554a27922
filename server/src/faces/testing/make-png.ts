import { crc32, deflateSync } from 'node:zlib';

/** Creates a black PNG of at most some hundred kilobytes, however many pixels it unpacks to. */
export function makePng(width: number, height: number, ...before: Buffer[]): Buffer {
  const head = Buffer.from([...sizeOf(width, height), 8, 2, 0, 0, 0]);
  const pixels = deflateSync(Buffer.alloc((width * 3 + 1) * height));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    ...before,
    chunk('IHDR', head),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Creates a PNG with a chunk before its header that contains the size of a small picture instead of the real one. */
export const pngBehindAnother = (width: number, height: number): Buffer =>
  makePng(width, height, chunk('teXt', sizeOf(100, 100)));

function sizeOf(width: number, height: number): Buffer {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  return size;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
