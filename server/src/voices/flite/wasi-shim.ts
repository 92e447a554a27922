/**
 * The part of WASI preview 1 that flite imports (13 functions), in memory: a command line, standard output and
 * error, and files that live as long as the run. `node:wasi` is not used: it crashed worker threads of Node 20
 * after a handful of runs.
 */

const OK = 0;
const BAD_DESCRIPTOR = 8;
const INVALID = 28;
const NO_ENTRY = 44;
const NOT_SEEKABLE = 70;

const STDOUT = 1;
const STDERR = 2;
const ROOT = 3;

const OPEN_CREATE = 1;
const OPEN_TRUNCATE = 8;

const FILE_TYPE_CHARACTER_DEVICE = 2;
const FILE_TYPE_DIRECTORY = 3;
const FILE_TYPE_REGULAR = 4;

/** Thrown through the program's frames when it calls `exit`. */
export class ProgramExit extends Error {
  readonly code: number;
  constructor(code: number) {
    super(`the program exited with code ${code}`);
    this.code = code;
  }
}

/** A file that grows by doubling, so that many small writes stay cheap. */
class MemoryFile {
  #buffer = new Uint8Array(0);
  length = 0;

  write(at: number, bytes: Uint8Array): void {
    const end = at + bytes.length;
    if (end > this.#buffer.length) {
      const grown = new Uint8Array(Math.max(end, this.#buffer.length * 2, 65_536));
      grown.set(this.#buffer.subarray(0, this.length));
      this.#buffer = grown;
    }
    this.#buffer.set(bytes, at);
    this.length = Math.max(this.length, end);
  }

  truncate(): void {
    this.length = 0;
  }

  bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.length);
  }
}

interface OpenFile {
  file: MemoryFile;
  position: number;
}

export class WasiShim {
  #args: Uint8Array[] = [];
  readonly #open = new Map<number, OpenFile>();
  readonly #files = new Map<string, MemoryFile>();
  #nextDescriptor = ROOT + 1;
  #memory: { readonly buffer: ArrayBuffer } = { buffer: new ArrayBuffer(0) };

  constructor() {
    for (const descriptor of [STDOUT, STDERR]) {
      this.#open.set(descriptor, { file: new MemoryFile(), position: 0 });
    }
  }

  /** The command line, the program's name first; the program asks for it only after its start. */
  setArguments(args: readonly string[]): void {
    const encoder = new TextEncoder();
    this.#args = args.map((arg) => encoder.encode(`${arg.replaceAll('\0', ' ')}\0`));
  }

  /** Must be called before the program starts; the buffer is fetched anew at each call because it may grow. */
  attach(memory: { readonly buffer: ArrayBuffer }): void {
    this.#memory = memory;
  }

  /** What was written to the file, or `undefined` if the program never opened it. Names have no leading `/`. */
  file(name: string): Uint8Array | undefined {
    return this.#files.get(name)?.bytes();
  }

  stdout(): string {
    return this.#text(STDOUT);
  }

  stderr(): string {
    return this.#text(STDERR);
  }

  #text(descriptor: number): string {
    return new TextDecoder().decode(this.#open.get(descriptor)?.file.bytes());
  }

  get #view(): DataView {
    return new DataView(this.#memory.buffer);
  }

  get #bytes(): Uint8Array {
    return new Uint8Array(this.#memory.buffer);
  }

  /** The import object's `wasi_snapshot_preview1`. */
  readonly imports = {
    args_sizes_get: (countAt: number, sizeAt: number): number => {
      this.#view.setUint32(countAt, this.#args.length, true);
      this.#view.setUint32(
        sizeAt,
        this.#args.reduce((sum, arg) => sum + arg.length, 0),
        true,
      );
      return OK;
    },
    args_get: (pointersAt: number, bytesAt: number): number => {
      let at = bytesAt;
      this.#args.forEach((arg, index) => {
        this.#view.setUint32(pointersAt + 4 * index, at, true);
        this.#bytes.set(arg, at);
        at += arg.length;
      });
      return OK;
    },
    clock_time_get: (_clock: number, _precision: bigint, timeAt: number): number => {
      this.#view.setBigUint64(timeAt, process.hrtime.bigint(), true);
      return OK;
    },
    proc_exit: (code: number): never => {
      throw new ProgramExit(code);
    },
    fd_prestat_get: (descriptor: number, resultAt: number): number => {
      if (descriptor !== ROOT) return BAD_DESCRIPTOR;
      this.#view.setUint8(resultAt, 0);
      this.#view.setUint32(resultAt + 4, 1, true);
      return OK;
    },
    fd_prestat_dir_name: (_descriptor: number, pathAt: number, size: number): number => {
      if (size < 1) return INVALID;
      this.#bytes[pathAt] = '/'.charCodeAt(0);
      return OK;
    },
    fd_fdstat_get: (descriptor: number, resultAt: number): number => {
      if (descriptor !== ROOT && !this.#open.has(descriptor)) return BAD_DESCRIPTOR;
      const type =
        descriptor === ROOT
          ? FILE_TYPE_DIRECTORY
          : descriptor <= STDERR
            ? FILE_TYPE_CHARACTER_DEVICE
            : FILE_TYPE_REGULAR;
      this.#view.setUint8(resultAt, type);
      this.#view.setUint16(resultAt + 2, 0, true);
      this.#view.setBigUint64(resultAt + 8, 0xffff_ffff_ffff_ffffn, true);
      this.#view.setBigUint64(resultAt + 16, 0xffff_ffff_ffff_ffffn, true);
      return OK;
    },
    fd_fdstat_set_flags: (): number => OK,
    path_open: (
      _directory: number,
      _lookup: number,
      pathAt: number,
      pathLength: number,
      flags: number,
      _rights: bigint,
      _inherited: bigint,
      _descriptorFlags: number,
      resultAt: number,
    ): number => {
      const name = new TextDecoder().decode(this.#bytes.slice(pathAt, pathAt + pathLength));
      let file = this.#files.get(name);
      if (!file) {
        if (!(flags & OPEN_CREATE)) return NO_ENTRY;
        file = new MemoryFile();
        this.#files.set(name, file);
      }
      if (flags & OPEN_TRUNCATE) file.truncate();
      this.#open.set(this.#nextDescriptor, { file, position: 0 });
      this.#view.setUint32(resultAt, this.#nextDescriptor++, true);
      return OK;
    },
    fd_close: (descriptor: number): number => {
      // Standard output stays readable for us after the program has closed it.
      if (descriptor > ROOT) this.#open.delete(descriptor);
      return OK;
    },
    fd_seek: (descriptor: number, offset: bigint, whence: number, resultAt: number): number => {
      const handle = this.#open.get(descriptor);
      if (!handle || descriptor <= STDERR) return NOT_SEEKABLE;
      const base = whence === 0 ? 0 : whence === 1 ? handle.position : handle.file.length;
      if (base + Number(offset) < 0) return INVALID;
      handle.position = base + Number(offset);
      this.#view.setBigUint64(resultAt, BigInt(handle.position), true);
      return OK;
    },
    fd_write: (descriptor: number, vectorsAt: number, count: number, resultAt: number): number => {
      const handle = this.#open.get(descriptor);
      if (!handle) return BAD_DESCRIPTOR;
      let total = 0;
      for (let index = 0; index < count; index++) {
        const at = this.#view.getUint32(vectorsAt + 8 * index, true);
        const length = this.#view.getUint32(vectorsAt + 8 * index + 4, true);
        handle.file.write(handle.position, this.#bytes.subarray(at, at + length));
        handle.position += length;
        total += length;
      }
      this.#view.setUint32(resultAt, total, true);
      return OK;
    },
    fd_read: (descriptor: number, vectorsAt: number, count: number, resultAt: number): number => {
      const handle = this.#open.get(descriptor);
      let total = 0;
      for (let index = 0; handle && index < count; index++) {
        const at = this.#view.getUint32(vectorsAt + 8 * index, true);
        const wanted = this.#view.getUint32(vectorsAt + 8 * index + 4, true);
        const part = handle.file.bytes().subarray(handle.position, handle.position + wanted);
        this.#bytes.set(part, at);
        handle.position += part.length;
        total += part.length;
      }
      this.#view.setUint32(resultAt, total, true);
      return OK;
    },
  };
}
