import { type PixelMachine, type Texture, textureBytes } from './pixel-machine.ts';

/** A box in pixels; `x` and the size are even. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The picture being composed, its background, and its I420 form. */
export class FrameTarget {
  readonly width: number;
  readonly height: number;
  /** Padded to multiples of 16, so that whole cells fit. */
  readonly texture: Texture;
  readonly background: Texture;
  readonly #i420: Uint8Array;
  readonly #i420Pointer: number;
  readonly #machine: PixelMachine;

  constructor(machine: PixelMachine, width: number, height: number) {
    this.#machine = machine;
    this.width = width;
    this.height = height;
    this.texture = machine.texture(padded(width), padded(height));
    this.background = machine.texture(padded(width), padded(height));
    this.#i420Pointer = machine.allocate(width * height * 1.5 + 16);
    this.#i420 = new Uint8Array(machine.memory.buffer, this.#i420Pointer, width * height * 1.5);
  }

  /** Sets a frame-sized RGBA picture as the background, and shows nothing else. */
  setBackground(rgba: Uint8Array): void {
    const stride = this.background.width * 4;
    for (let y = 0; y < this.height; y++) {
      const line = rgba.subarray(y * this.width * 4, (y + 1) * this.width * 4);
      this.background.pixels.set(line, y * stride);
    }
    this.texture.pixels.set(this.background.pixels);
    this.convert({ x: 0, y: 0, width: this.width, height: this.height });
  }

  /** Restores the background inside the box. */
  restore(box: Box): void {
    const { pixels, width } = this.texture;
    const from = this.background.pixels;
    for (let y = box.y; y < box.y + box.height; y++) {
      const start = (y * width + box.x) * 4;
      pixels.set(from.subarray(start, start + box.width * 4), start);
    }
  }

  /** Draws a texture over the picture at `x`, `y`. It must be inside the picture, and its width even. */
  over(texture: Texture, x: number, y: number): void {
    this.#machine.over(texture, this.texture, x, y);
  }

  /** Updates the I420 form inside the box. */
  convert(box: Box): void {
    const { width, height } = this;
    const u = this.#i420Pointer + width * height;
    const v = u + ((width * height) >> 2);
    const chroma = (box.y >> 1) * (width >> 1) + (box.x >> 1);
    this.#machine.kernel.i420(
      this.texture.pointer + (box.y * this.texture.width + box.x) * 4,
      this.texture.width * 4,
      box.width,
      box.height,
      this.#i420Pointer + box.y * width + box.x,
      width,
      u + chroma,
      v + chroma,
      width >> 1,
    );
  }

  copyTo(i420: Uint8Array): void {
    i420.set(this.#i420);
  }

  /** Returns a copy of the picture as RGBA, without padding. */
  copyPixels(): Uint8ClampedArray {
    const out = new Uint8ClampedArray(this.width * this.height * 4);
    const stride = this.texture.width * 4;
    for (let y = 0; y < this.height; y++)
      out.set(this.texture.pixels.subarray(y * stride, y * stride + this.width * 4), y * this.width * 4);
    return out;
  }
}

/** Returns how many bytes a target of this size uses in the machine's memory. */
export function targetBytes(width: number, height: number): number {
  return 2 * textureBytes(padded(width), padded(height)) + width * height * 1.5 + 64;
}

function padded(size: number): number {
  return Math.ceil(size / 16) * 16;
}
