/** Brightness 0..255, row by row. */
export interface GreyPicture {
  width: number;
  height: number;
  pixels: Uint8Array;
}

/** BT.601 luma of RGBA. */
export function greyOf(rgba: Uint8Array | Uint8ClampedArray, width: number, height: number): GreyPicture {
  const pixels = new Uint8Array(width * height);
  for (let i = 0; i < pixels.length; i++)
    pixels[i] = (rgba[i * 4]! * 77 + rgba[i * 4 + 1]! * 150 + rgba[i * 4 + 2]! * 29) >> 8;
  return { width, height, pixels };
}

/** Half the width and height, each pixel the mean of four. */
export function halve({ width, height, pixels }: GreyPicture): GreyPicture {
  const [w, h] = [width >> 1, height >> 1];
  const out = new Uint8Array(w * h);
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const at = y * 2 * width + x * 2;
      out[y * w + x] =
        (pixels[at]! + pixels[at + 1]! + pixels[at + width]! + pixels[at + width + 1]! + 2) >> 2;
    }
  }
  return { width: w, height: h, pixels: out };
}

/** Bilinear, so by no more than a half. */
export function resample(from: GreyPicture, width: number, height: number): GreyPicture {
  const out = new Uint8Array(width * height);
  const [stepX, stepY] = [from.width / width, from.height / height];
  for (let y = 0; y < height; y++) {
    const sourceY = Math.min((y + 0.5) * stepY - 0.5, from.height - 1.001);
    const top = Math.max(0, Math.floor(sourceY));
    const fy = Math.max(0, sourceY - top);
    for (let x = 0; x < width; x++) {
      const sourceX = Math.min((x + 0.5) * stepX - 0.5, from.width - 1.001);
      const left = Math.max(0, Math.floor(sourceX));
      const fx = Math.max(0, sourceX - left);
      const at = top * from.width + left;
      const below = at + from.width;
      const upper = from.pixels[at]! * (1 - fx) + from.pixels[at + 1]! * fx;
      const lower = from.pixels[below]! * (1 - fx) + from.pixels[below + 1]! * fx;
      out[y * width + x] = upper * (1 - fy) + lower * fy;
    }
  }
  return { width, height, pixels: out };
}

/** Sums over boxes in constant time. */
export class Integral {
  readonly #sums: Int32Array;
  readonly #stride: number;

  constructor({ width, height, pixels }: GreyPicture) {
    this.#stride = width + 1;
    this.#sums = new Int32Array(this.#stride * (height + 1));
    for (let y = 0; y < height; y++) {
      let line = 0;
      for (let x = 0; x < width; x++) {
        line += pixels[y * width + x]!;
        const at = (y + 1) * this.#stride + x + 1;
        this.#sums[at] = this.#sums[at - this.#stride]! + line;
      }
    }
  }

  /**
   * Of 3 x 3 blocks of this size with their upper left at `x`, `y`: a bit for each of the eight around the middle one,
   * clockwise from the upper left as 128, set where it is at least as bright.
   */
  pattern(x: number, y: number, width: number, height: number): number {
    // The hottest spot of a search: every corner is read once, nothing is allocated.
    const s = this.#sums;
    const a = y * this.#stride + x;
    const down = height * this.#stride;
    const b = a + down;
    const c = b + down;
    const d = c + down;
    const [w1, w2, w3] = [width, width * 2, width * 3];
    const [a0, a1, a2, a3] = [s[a]!, s[a + w1]!, s[a + w2]!, s[a + w3]!];
    const [b0, b1, b2, b3] = [s[b]!, s[b + w1]!, s[b + w2]!, s[b + w3]!];
    const [c0, c1, c2, c3] = [s[c]!, s[c + w1]!, s[c + w2]!, s[c + w3]!];
    const [d0, d1, d2, d3] = [s[d]!, s[d + w1]!, s[d + w2]!, s[d + w3]!];
    const middle = c2 - c1 - b2 + b1;
    return (
      (b1 - b0 - a1 + a0 >= middle ? 128 : 0) |
      (b2 - b1 - a2 + a1 >= middle ? 64 : 0) |
      (b3 - b2 - a3 + a2 >= middle ? 32 : 0) |
      (c3 - c2 - b3 + b2 >= middle ? 16 : 0) |
      (d3 - d2 - c3 + c2 >= middle ? 8 : 0) |
      (d2 - d1 - c2 + c1 >= middle ? 4 : 0) |
      (d1 - d0 - c1 + c0 >= middle ? 2 : 0) |
      (c1 - c0 - b1 + b0 >= middle ? 1 : 0)
    );
  }
}
