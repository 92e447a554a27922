/** The parts of POSIX's ustar format that hold plain files: what `tar tf` lists and `tar xf` unpacks. */

/** The bytes are not an archive, or the archive is cut off. */
export class TarError extends Error {
  override readonly name = 'TarError';
}

export interface TarEntry {
  name: string;
  /** Bytes. */
  size: number;
  /** To be read to its end before the next entry is asked for. */
  content: AsyncIterable<Uint8Array>;
}

const BLOCK = 512;
const NAME = 100;
const PREFIX = 155;
/** Eleven octal digits. */
const MOST_BYTES = 8 ** 11 - 1;
const ZEROS = Buffer.alloc(BLOCK);

/** Head, content and filling of one file. Throws where the content is not as long as was said. */
export async function* tarEntry(
  name: string,
  size: number,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield header(name, size);
  let written = 0;
  for await (const piece of content) {
    written += piece.byteLength;
    if (written > size) break;
    yield piece;
  }
  if (written !== size) throw new Error(`${name} changed while it was read: ${size} bytes were expected`);
  if (size % BLOCK > 0) yield ZEROS.subarray(size % BLOCK);
}

/** The end of an archive: two empty blocks. */
export const tarEnd = (): Uint8Array => Buffer.alloc(2 * BLOCK);

function header(name: string, size: number): Buffer {
  if (size > MOST_BYTES) throw new Error(`${name} is larger than an archive can hold`);
  const block = Buffer.alloc(BLOCK);
  const [prefix, rest] = splitName(name);
  block.write(rest, 0);
  block.write(octal(0o600, 7), 100);
  block.write(octal(0, 7), 108);
  block.write(octal(0, 7), 116);
  block.write(octal(size, 11), 124);
  block.write(octal(0, 11), 136);
  block.write('0', 156);
  block.write('ustar\u000000', 257);
  block.write(prefix, 345);
  block.write(`${octal(checksum(block), 6)}\0 `, 148);
  return block;
}

const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0');

function splitName(name: string): [prefix: string, rest: string] {
  if (Buffer.byteLength(name) <= NAME) return ['', name];
  for (let at = name.indexOf('/'); at >= 0; at = name.indexOf('/', at + 1)) {
    const [prefix, rest] = [name.slice(0, at), name.slice(at + 1)];
    if (Buffer.byteLength(prefix) <= PREFIX && Buffer.byteLength(rest) <= NAME) return [prefix, rest];
  }
  throw new Error(`${name} is too long a name for an archive`);
}

/** The sum of the bytes, where those of the sum itself count as spaces. */
function checksum(block: Buffer): number {
  let sum = 8 * 0x20;
  for (let at = 0; at < BLOCK; at += 1) if (at < 148 || at >= 156) sum += block[at]!;
  return sum;
}

/** The files of an archive in their order. @throws TarError */
export async function* readTar(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const source = new Source(bytes);
  try {
    for (;;) {
      const block = await source.take(BLOCK);
      if (block.equals(ZEROS)) {
        await expectEnd(source);
        return;
      }
      const { name, size } = readHeader(block);
      let isRead = false;
      const content = async function* () {
        yield* source.pieces(size);
        const filling = (BLOCK - (size % BLOCK)) % BLOCK;
        if ((await source.take(filling)).some((byte) => byte !== 0))
          throw new TarError(`the archive is damaged behind ${name}`);
        isRead = true;
      };
      yield { name, size, content: content() };
      if (!isRead) throw new Error(`${name} was not read to its end`);
    }
  } finally {
    await source.close();
  }
}

async function expectEnd(source: Source): Promise<void> {
  if (!(await source.take(BLOCK)).equals(ZEROS) || !(await source.isOver()))
    throw new TarError('the archive is damaged at its end');
}

function readHeader(block: Buffer): { name: string; size: number } {
  const text = (from: number, length: number) =>
    block.toString('utf8', from, from + length).replace(/\0.*$/s, '');
  const isOurs = block.toString('latin1', 257, 265) === 'ustar\u000000';
  if (!isOurs || Number.parseInt(text(148, 8), 8) !== checksum(block) || text(156, 1) !== '0')
    throw new TarError('the archive is damaged, or none of ours');
  const prefix = text(345, PREFIX);
  return { name: (prefix && `${prefix}/`) + text(0, NAME), size: Number.parseInt(text(124, 12), 8) };
}

/** Bytes by number, whatever the pieces are that they come in. */
class Source {
  readonly #pieces: AsyncIterator<Uint8Array>;
  #held: Buffer = Buffer.alloc(0);

  constructor(bytes: AsyncIterable<Uint8Array>) {
    this.#pieces = bytes[Symbol.asyncIterator]();
  }

  async take(size: number): Promise<Buffer> {
    const taken: Uint8Array[] = [];
    for await (const piece of this.pieces(size)) taken.push(piece);
    return Buffer.concat(taken);
  }

  async *pieces(size: number): AsyncGenerator<Uint8Array> {
    for (let left = size; left > 0; ) {
      if (this.#held.length === 0 && !(await this.#fill())) throw new TarError('the archive is cut off');
      const piece = this.#held.subarray(0, left);
      this.#held = this.#held.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }

  async isOver(): Promise<boolean> {
    while (this.#held.length === 0) if (!(await this.#fill())) return true;
    return false;
  }

  async close(): Promise<void> {
    await this.#pieces.return?.();
  }

  async #fill(): Promise<boolean> {
    const next = await this.#pieces.next();
    if (next.done) return false;
    this.#held = Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength);
    return true;
  }
}
