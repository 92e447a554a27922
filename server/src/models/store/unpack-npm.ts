import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { makeFolder } from '../../lib/make-folder.ts';

const BLOCK = 512;
/** The folder that npm's packages keep everything in. */
const TOP = 'package/';
const SAFE = /^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[\w.@+-]+(?:\/[\w.@+-]+)*$/;

/**
 * Unpacks those files of an npm package whose path begins with one of `keep`: a file, or a folder with `/` at its end.
 * Returns their paths. The format is POSIX.1-1988 `ustar`, in which npm packs.
 * @throws Error where the archive is broken
 */
export async function unpackNpm(tarball: string, into: string, keep: readonly string[]): Promise<string[]> {
  const paths: string[] = [];
  const source = createReadStream(tarball);
  const reader = new BlockReader(source.pipe(createGunzip()));
  source.on('error', (error) => reader.fail(error));
  for (;;) {
    const header = await reader.take(BLOCK);
    if (!header || header.every((byte) => byte === 0)) break;
    const field = (from: number, length: number) =>
      header.toString('utf8', from, from + length).replace(/\0.*$/s, '');
    const size = Number.parseInt(field(124, 12).trim() || '0', 8);
    const kind = field(156, 1);
    const prefix = field(257, 5) === 'ustar' ? field(345, 155) : '';
    const name = prefix ? `${prefix}/${field(0, 100)}` : field(0, 100);
    const path = name.startsWith(TOP) ? name.slice(TOP.length) : '';
    const wanted =
      (kind === '0' || kind === '') &&
      SAFE.test(path) &&
      keep.some((one) => (one.endsWith('/') ? path.startsWith(one) : path === one));
    const content = await reader.take(Math.ceil(size / BLOCK) * BLOCK, !wanted);
    if (!wanted) continue;
    if (!content) throw new Error('the archive ends in the middle of a file');
    await makeFolder(join(into, dirname(path)));
    await writeFile(join(into, path), content.subarray(0, size), { mode: 0o600 });
    paths.push(path);
  }
  return paths;
}

/** Reads a stream in pieces of requested sizes. */
class BlockReader {
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #stream: NodeJS.ReadableStream & { destroy(error?: Error): void };
  #rest: Buffer = Buffer.alloc(0);

  constructor(stream: NodeJS.ReadableStream & { destroy(error?: Error): void }) {
    this.#stream = stream;
    this.#chunks = (stream as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  }

  fail(error: Error): void {
    this.#stream.destroy(error);
  }

  /** `undefined` where the stream ends before that; with `skip` nothing is collected, and the piece is empty. */
  async take(bytes: number, skip = false): Promise<Buffer | undefined> {
    const parts: Buffer[] = [];
    for (let missing = bytes; missing > 0; ) {
      if (this.#rest.length === 0) {
        const next = await this.#chunks.next();
        if (next.done) return undefined;
        this.#rest = next.value;
      }
      const part = this.#rest.subarray(0, missing);
      if (!skip) parts.push(part);
      this.#rest = this.#rest.subarray(part.length);
      missing -= part.length;
    }
    return parts.length === 1 ? parts[0] : Buffer.concat(parts);
  }
}
