import type { Texture } from './pixel-machine.ts';

const TILE_BITS = 3;
const EMPTY = 1;
const OPAQUE = 2;

/** Records which tiles of a texture are wholly transparent or wholly opaque. */
export class Coverage {
  readonly #tiles: Uint8Array;
  readonly #cols: number;
  readonly #rows: number;

  constructor(texture: Texture) {
    const { width, height, pixels } = texture;
    this.#cols = Math.ceil(width / (1 << TILE_BITS));
    this.#rows = Math.ceil(height / (1 << TILE_BITS));
    this.#tiles = new Uint8Array(this.#cols * this.#rows).fill(EMPTY | OPAQUE);
    for (let y = 0; y < height; y++) {
      const line = (y >> TILE_BITS) * this.#cols;
      for (let x = 0; x < width; x++) {
        const alpha = pixels[(y * width + x) * 4 + 3]!;
        const tile = line + (x >> TILE_BITS);
        if (alpha !== 0) this.#tiles[tile]! &= ~EMPTY;
        if (alpha !== 255) this.#tiles[tile]! &= ~OPAQUE;
      }
    }
  }

  /** How a cell that reads the pixels of this box is to be drawn: 0 not at all, 1 blended, 2 replaced. */
  flag(x0: number, y0: number, x1: number, y1: number): 0 | 1 | 2 {
    const c0 = x0 >> TILE_BITS;
    const c1 = Math.min(x1 >> TILE_BITS, this.#cols - 1);
    const r1 = Math.min(y1 >> TILE_BITS, this.#rows - 1);
    let all = EMPTY | OPAQUE;
    for (let r = y0 >> TILE_BITS; r <= r1; r++)
      for (let c = c0; c <= c1; c++) all &= this.#tiles[r * this.#cols + c]!;
    if (all & EMPTY) return 0;
    return all & OPAQUE ? 2 : 1;
  }
}
