import type { Texture } from './pixel-machine.ts';

const TILE_BITS = 3;

/** Records which tiles of a texture are fully transparent or fully opaque. */
export class Coverage {
  /** For each corner of tiles: how many tiles above and left of it are not transparent, and how many not opaque. */
  readonly #visibleSums: Uint32Array;
  readonly #translucentSums: Uint32Array;
  readonly #cols: number;
  readonly #rows: number;

  constructor(texture: Texture) {
    const { width, height, pixels } = texture;
    this.#cols = Math.ceil(width / (1 << TILE_BITS));
    this.#rows = Math.ceil(height / (1 << TILE_BITS));
    const pitch = this.#cols + 1;
    this.#visibleSums = new Uint32Array(pitch * (this.#rows + 1));
    this.#translucentSums = new Uint32Array(pitch * (this.#rows + 1));
    for (let y = 0; y < height; y++) {
      const line = ((y >> TILE_BITS) + 1) * pitch + 1;
      for (let x = 0; x < width; x++) {
        const alpha = pixels[(y * width + x) * 4 + 3]!;
        const tile = line + (x >> TILE_BITS);
        if (alpha !== 0) this.#visibleSums[tile] = 1;
        if (alpha !== 255) this.#translucentSums[tile] = 1;
      }
    }
    for (const sums of [this.#visibleSums, this.#translucentSums])
      for (let at = pitch + 1; at < sums.length; at++)
        if (at % pitch > 0) sums[at]! += sums[at - 1]! + sums[at - pitch]! - sums[at - pitch - 1]!;
  }

  /** Returns how to draw a cell that reads the pixels of this box: 0 not at all, 1 blended, 2 replaced. */
  flag(x0: number, y0: number, x1: number, y1: number): 0 | 1 | 2 {
    const pitch = this.#cols + 1;
    const left = x0 >> TILE_BITS;
    const right = Math.min((x1 >> TILE_BITS) + 1, this.#cols);
    const above = (y0 >> TILE_BITS) * pitch;
    const below = Math.min((y1 >> TILE_BITS) + 1, this.#rows) * pitch;
    const seen = this.#visibleSums;
    if (seen[below + right]! - seen[below + left]! === seen[above + right]! - seen[above + left]!) return 0;
    const open = this.#translucentSums;
    return open[below + right]! - open[below + left]! === open[above + right]! - open[above + left]! ? 2 : 1;
  }
}
