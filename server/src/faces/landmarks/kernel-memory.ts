import { KERNEL_BASE64 } from './network-kernel-bytes.ts';

/** Rows of pixels, each with its channels. */
export interface Planes {
  readonly width: number;
  readonly height: number;
  readonly channels: number;
  readonly data: Float32Array;
}

/** The place of planes in memory, from their first byte. A convolution pads each pixel to a multiple of 4 channels. */
export type Place = Omit<Planes, 'data'> & { readonly at: number };

const PAGE_BYTES = 65_536;
/** The kernel computes four pixels at once, so it may write up to three too many. */
const SPILT_PIXELS = 3;

/** Rounds a number of channels up to a multiple of 4. */
export const filled = (channels: number): number => (channels + 3) & ~3;

/** The kernels of `network-kernel.wat` and their memory, which grows as values are placed. */
export class KernelMemory {
  readonly kernel: Record<'conv' | 'depthwise' | 'add', (...args: number[]) => void>;
  readonly #memory = new WebAssembly.Memory({ initial: 1 });
  /** Places of values that are no longer needed, by size. */
  readonly #free = new Map<number, number[]>();
  #floats = new Float32Array(this.#memory.buffer);
  #top = 0;

  constructor() {
    const module = new WebAssembly.Module(Buffer.from(KERNEL_BASE64, 'base64'));
    const { exports } = new WebAssembly.Instance(module, { env: { memory: this.#memory } });
    this.kernel = exports as KernelMemory['kernel'];
  }

  /** The whole memory; valid until the next value is placed. */
  get floats(): Float32Array {
    return this.#floats;
  }

  place(width: number, height: number, channels: number): Place {
    const at = this.#free.get(sizeOf({ width, height, channels }))?.pop();
    return { width, height, channels, at: at ?? this.#take(sizeOf({ width, height, channels })) };
  }

  /** Frees the place for another value. */
  release(place: Place): void {
    const size = sizeOf(place);
    this.#free.set(size, [...(this.#free.get(size) ?? []), place.at]);
  }

  /** Copies numbers that are kept permanently. Returns the offset of their first byte. */
  keep(numbers: Float32Array): number {
    const at = this.#take(numbers.length);
    this.#floats.set(numbers, at / 4);
    return at;
  }

  write({ at }: Place, data: Float32Array): void {
    this.#floats.set(data, at / 4);
  }

  /** Returns a copy without padding. */
  read({ at, width, height, channels }: Place): Planes {
    const data = new Float32Array(width * height * channels);
    const pitch = filled(channels);
    for (let i = 0; i < width * height; i++)
      data.set(this.#floats.subarray(at / 4 + i * pitch, at / 4 + i * pitch + channels), i * channels);
    return { width, height, channels, data };
  }

  /** Reserves memory for floats, aligned to 16 bytes. Returns the offset of its first byte. */
  #take(floats: number): number {
    const at = this.#top;
    this.#top += 4 * filled(floats);
    // The kernel may read beyond a value, so the last page is kept free.
    const lacking = this.#top + PAGE_BYTES - this.#memory.buffer.byteLength;
    if (lacking > 0) {
      this.#memory.grow(Math.ceil(lacking / PAGE_BYTES));
      this.#floats = new Float32Array(this.#memory.buffer);
    }
    return at;
  }
}

const sizeOf = ({ width, height, channels }: Omit<Place, 'at'>): number =>
  (width * height + SPILT_PIXELS) * filled(channels);
