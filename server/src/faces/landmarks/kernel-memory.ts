import { KERNEL_BASE64 } from './network-kernel-bytes.ts';

/** A feature map or an image: rows of pixels, each with its channels. */
export interface FeatureMap {
  readonly width: number;
  readonly height: number;
  readonly channels: number;
  readonly data: Float32Array;
}

/** Where a feature map is in memory: the offset of its first byte. Each pixel is padded to a multiple of 4 channels. */
export type Allocation = Omit<FeatureMap, 'data'> & { readonly at: number };

const PAGE_BYTES = 65_536;
/** The kernel computes four pixels at once, so it may write up to three too many. */
const OVERRUN_PIXELS = 3;

/** Rounds a number of channels up to a multiple of 4. */
export const padChannelCount = (channels: number): number => (channels + 3) & ~3;

/** The kernels of `network-kernel.wat` and their memory, which grows as values are allocated. */
export class KernelMemory {
  readonly kernel: Record<'conv' | 'depthwise' | 'add', (...args: number[]) => void>;
  readonly #memory = new WebAssembly.Memory({ initial: 1 });
  /** Offsets of values that are no longer needed, by size. */
  readonly #free = new Map<number, number[]>();
  #floats = new Float32Array(this.#memory.buffer);
  #top = 0;

  constructor() {
    const module = new WebAssembly.Module(Buffer.from(KERNEL_BASE64, 'base64'));
    const { exports } = new WebAssembly.Instance(module, { env: { memory: this.#memory } });
    this.kernel = exports as KernelMemory['kernel'];
  }

  /** The whole memory; valid until the next allocation. */
  get floats(): Float32Array {
    return this.#floats;
  }

  allocate(width: number, height: number, channels: number): Allocation {
    const at = this.#free.get(sizeOf({ width, height, channels }))?.pop();
    return { width, height, channels, at: at ?? this.#reserve(sizeOf({ width, height, channels })) };
  }

  /** Frees the memory for another value. */
  release(allocation: Allocation): void {
    const size = sizeOf(allocation);
    this.#free.set(size, [...(this.#free.get(size) ?? []), allocation.at]);
  }

  /** Copies constants, such as weights. Returns the offset of their first byte. */
  store(numbers: Float32Array): number {
    const at = this.#reserve(numbers.length);
    this.#floats.set(numbers, at / 4);
    return at;
  }

  write({ at }: Allocation, data: Float32Array): void {
    this.#floats.set(data, at / 4);
  }

  /** Returns a copy without padding. */
  read({ at, width, height, channels }: Allocation): FeatureMap {
    const data = new Float32Array(width * height * channels);
    const pitch = padChannelCount(channels);
    for (let i = 0; i < width * height; i++)
      data.set(this.#floats.subarray(at / 4 + i * pitch, at / 4 + i * pitch + channels), i * channels);
    return { width, height, channels, data };
  }

  /** Reserves memory for floats, aligned to 16 bytes. Returns the offset of its first byte. */
  #reserve(floats: number): number {
    const at = this.#top;
    this.#top += 4 * padChannelCount(floats);
    // The kernel may read beyond a value, so the last page is kept free.
    const lacking = this.#top + PAGE_BYTES - this.#memory.buffer.byteLength;
    if (lacking > 0) {
      this.#memory.grow(Math.ceil(lacking / PAGE_BYTES));
      this.#floats = new Float32Array(this.#memory.buffer);
    }
    return at;
  }
}

const sizeOf = ({ width, height, channels }: Omit<Allocation, 'at'>): number =>
  (width * height + OVERRUN_PIXELS) * padChannelCount(channels);
