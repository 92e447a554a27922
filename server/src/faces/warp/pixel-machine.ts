import { KERNEL_BASE64 } from './kernel-bytes.ts';

/** A picture in the machine's memory: premultiplied RGBA, rows without gaps. */
export interface Texture {
  readonly pointer: number;
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

const PAGE = 65_536;
let compiled: WebAssembly.Module | undefined;

/** A block of memory with the kernels of `kernel.wat`. Allocations are never freed; exceeding the memory throws. */
export class PixelMachine {
  readonly memory: WebAssembly.Memory;
  /** Their parameters are described in `kernel.wat`. */
  readonly kernel: Record<'warp' | 'over' | 'i420', (...args: number[]) => void>;
  #top = 1024;

  constructor(bytes: number) {
    this.memory = new WebAssembly.Memory({ initial: Math.ceil((bytes + 2048) / PAGE) });
    compiled ??= new WebAssembly.Module(Buffer.from(KERNEL_BASE64, 'base64'));
    const { exports } = new WebAssembly.Instance(compiled, { env: { memory: this.memory } });
    this.kernel = exports as PixelMachine['kernel'];
  }

  /** Returns an address aligned to 16 bytes. */
  allocate(bytes: number): number {
    const pointer = this.#top;
    this.#top = (pointer + bytes + 15) & ~15;
    if (this.#top > this.memory.buffer.byteLength)
      throw new RangeError('the memory of the pixel machine is full');
    return pointer;
  }

  texture(width: number, height: number): Texture {
    const pointer = this.allocate(width * height * 4 + 16);
    return {
      pointer,
      width,
      height,
      pixels: new Uint8Array(this.memory.buffer, pointer, width * height * 4),
    };
  }

  /** Creates a texture with these pixels. */
  createTexture({ width, height, pixels }: Pick<Texture, 'width' | 'height' | 'pixels'>): Texture {
    const texture = this.texture(width, height);
    texture.pixels.set(pixels);
    return texture;
  }

  /** Draws `src` over `dst` at `x`, `y`; its width must be even. `opacity` is 0 to 1. */
  over(src: Texture, dst: Texture, x: number, y: number, opacity = 1): void {
    this.kernel.over(
      src.pointer,
      src.width * 4,
      dst.pointer + (y * dst.width + x) * 4,
      dst.width * 4,
      src.width,
      src.height,
      Math.round(opacity * 256),
    );
  }
}

/** Returns how many bytes `PixelMachine.texture` uses. */
export function textureBytes(width: number, height: number): number {
  return width * height * 4 + 32;
}
