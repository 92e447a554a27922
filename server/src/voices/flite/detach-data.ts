/** Sections of a WebAssembly binary, by their numbers in its specification (core 2.0, 5.5.2). */
const CUSTOM_SECTION = 0;
const IMPORT_SECTION = 2;
const MEMORY_SECTION = 5;
const DATA_SECTION = 11;

const HEADER_BYTES = 8;
const MEMORY_KIND = 2;
const I32_CONST = 0x41;

export interface DetachedData {
  /** The program without its data; it imports its memory as `env.memory`. */
  program: Uint8Array;
  /** Minimum size of the memory, in pages of 64 KiB. */
  pages: number;
  /** Initial content of the memory, in the order of the addresses; each piece is a part of the binary itself. */
  data: { address: number; bytes: Uint8Array }[];
}

/**
 * Removes the initial data from a WebAssembly binary, so that many instances, one after another, can work in one memory
 * that was filled once. The binary must have its own memory and data at constant addresses, as linkers write it; throws
 * an `Error` for others.
 */
export function detachData(binary: Uint8Array): DetachedData {
  const sections: Uint8Array[] = [binary.subarray(0, HEADER_BYTES)];
  let pages: number | undefined;
  let data: DetachedData['data'] = [];
  const reader = new Reader(binary, HEADER_BYTES);
  const contents = new Map<number, Uint8Array>();
  while (!reader.atEnd) {
    const id = reader.byte();
    const content = reader.bytes(reader.number());
    if (id === MEMORY_SECTION) pages = readPages(new Reader(content));
    else if (id === DATA_SECTION) data = readData(new Reader(content));
    else if (id !== CUSTOM_SECTION) contents.set(id, content);
  }
  if (pages === undefined) throw new Error('the WebAssembly module has no memory of its own');
  contents.set(IMPORT_SECTION, withMemory(contents.get(IMPORT_SECTION) ?? Uint8Array.of(0), pages));
  for (const [id, content] of [...contents].sort(([a], [b]) => a - b))
    sections.push(Uint8Array.of(id, ...encodeNumber(content.length)), content);
  return { program: Buffer.concat(sections), pages, data };
}

function readPages(reader: Reader): number {
  const count = reader.number();
  const limits = reader.byte();
  if (count !== 1 || limits > 1)
    throw new Error('the memory of the WebAssembly module is not the expected one');
  return reader.number();
}

function readData(reader: Reader): DetachedData['data'] {
  return Array.from({ length: reader.number() }, () => {
    const isPassiveOrElsewhere = reader.number() !== 0;
    if (isPassiveOrElsewhere || reader.byte() !== I32_CONST)
      throw new Error('the data of the WebAssembly module has no constant address');
    const address = reader.number();
    reader.byte();
    return { address, bytes: reader.bytes(reader.number()) };
  }).sort((a, b) => a.address - b.address);
}

/** Returns the import section with the memory as an additional entry: entries of other kinds keep their numbers. */
function withMemory(imports: Uint8Array, pages: number): Uint8Array {
  const reader = new Reader(imports);
  const count = reader.number();
  const name = (text: string) => [text.length, ...Buffer.from(text, 'ascii')];
  const entry = [...name('env'), ...name('memory'), MEMORY_KIND, 0, ...encodeNumber(pages)];
  return Buffer.concat([
    Uint8Array.from(encodeNumber(count + 1)),
    imports.subarray(reader.position),
    Uint8Array.from(entry),
  ]);
}

/** LEB128, unsigned. Addresses are written signed, but none is 2 GiB or more. */
function encodeNumber(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...encodeNumber(value >>> 7)];
}

class Reader {
  readonly #bytes: Uint8Array;
  position: number;

  constructor(bytes: Uint8Array, position = 0) {
    this.#bytes = bytes;
    this.position = position;
  }

  get atEnd(): boolean {
    return this.position >= this.#bytes.length;
  }

  byte(): number {
    const byte = this.#bytes[this.position++];
    if (byte === undefined) throw new Error('the WebAssembly module is truncated');
    return byte;
  }

  number(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
  }

  bytes(length: number): Uint8Array {
    const start = this.position;
    this.position += length;
    if (this.position > this.#bytes.length) throw new Error('the WebAssembly module is truncated');
    return this.#bytes.subarray(start, this.position);
  }
}
