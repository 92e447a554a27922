import type { Coverage } from './coverage.ts';
import type { PixelMachine, Texture } from './pixel-machine.ts';

const ONE = 65_536;

/** A box of a target picture, divided into square cells whose corners define where their colour comes from. */
export class WarpField {
  readonly x: number;
  readonly y: number;
  readonly cols: number;
  readonly rows: number;
  readonly pitch: number;
  readonly #machine: PixelMachine;
  readonly #shift: number;
  readonly #nodesPointer: number;
  readonly #flagsPointer: number;
  readonly #nodes: Int32Array;
  readonly #flags: Uint8Array;

  /** The box starts at pixel `x`, `y` and has `cols` x `rows` cells of `1 << shift` pixels. */
  constructor(machine: PixelMachine, x: number, y: number, cols: number, rows: number, shift: number) {
    this.#machine = machine;
    this.x = x;
    this.y = y;
    this.#shift = shift;
    this.cols = cols;
    this.rows = rows;
    this.pitch = 1 << shift;
    const count = (cols + 1) * (rows + 1);
    this.#nodesPointer = machine.allocate(count * 8);
    this.#flagsPointer = machine.allocate(cols * rows);
    this.#nodes = new Int32Array(machine.memory.buffer, this.#nodesPointer, count * 2);
    this.#flags = new Uint8Array(machine.memory.buffer, this.#flagsPointer, cols * rows);
  }

  /** Sets the source position of the node at `col`, `row`, in pixels of `source`; clamped to the source. */
  setNode(col: number, row: number, sourceX: number, sourceY: number, source: Texture): void {
    const at = (row * (this.cols + 1) + col) * 2;
    const maxX = source.width - 1.01;
    const maxY = source.height - 1.01;
    this.#nodes[at] = Math.max(0, Math.min(sourceX, maxX)) * ONE;
    this.#nodes[at + 1] = Math.max(0, Math.min(sourceY, maxY)) * ONE;
  }

  /** Marks cells that would read only transparent pixels as skipped, and opaque ones as replaced instead of blended. */
  classify(coverage: Coverage): void {
    const { cols, rows } = this;
    const nodes = this.#nodes;
    for (let row = 0; row < rows; row++) {
      for (let col = 0; col < cols; col++) {
        const a = (row * (cols + 1) + col) * 2;
        const b = a + (cols + 1) * 2;
        const x0 = Math.min(nodes[a]!, nodes[a + 2]!, nodes[b]!, nodes[b + 2]!) >> 16;
        const x1 = Math.max(nodes[a]!, nodes[a + 2]!, nodes[b]!, nodes[b + 2]!) >> 16;
        const y0 = Math.min(nodes[a + 1]!, nodes[a + 3]!, nodes[b + 1]!, nodes[b + 3]!) >> 16;
        const y1 = Math.max(nodes[a + 1]!, nodes[a + 3]!, nodes[b + 1]!, nodes[b + 3]!) >> 16;
        this.#flags[row * cols + col] = coverage.flag(x0, y0, x1 + 1, y1 + 1);
      }
    }
  }

  /** Marks cells as skipped if another field, which is drawn later, replaces all their pixels. */
  skipCoveredBy(above: WarpField): void {
    const { pitch, cols, rows } = this;
    const c0 = Math.max(0, Math.ceil((above.x - this.x) / pitch));
    const r0 = Math.max(0, Math.ceil((above.y - this.y) / pitch));
    const c1 = Math.min(cols, Math.floor((above.x + above.cols * above.pitch - this.x) / pitch));
    const r1 = Math.min(rows, Math.floor((above.y + above.rows * above.pitch - this.y) / pitch));
    for (let row = r0; row < r1; row++)
      for (let col = c0; col < c1; col++)
        if (above.covers(this.x + col * pitch, this.y + row * pitch, pitch))
          this.#flags[row * cols + col] = 0;
  }

  /** Whether this field replaces every pixel of the square. */
  covers(x: number, y: number, size: number): boolean {
    const { pitch, cols, rows } = this;
    const c0 = Math.floor((x - this.x) / pitch);
    const r0 = Math.floor((y - this.y) / pitch);
    const c1 = Math.floor((x + size - 1 - this.x) / pitch);
    const r1 = Math.floor((y + size - 1 - this.y) / pitch);
    if (c0 < 0 || r0 < 0 || c1 >= cols || r1 >= rows) return false;
    for (let r = r0; r <= r1; r++)
      for (let c = c0; c <= c1; c++) if (this.#flags[r * cols + c] !== 2) return false;
    return true;
  }

  /** Marks every cell: 0 skipped, 1 blended, 2 replaced. */
  fillFlags(flag: 0 | 1 | 2): void {
    this.#flags.fill(flag);
  }

  /** Draws the field. The box must be inside `target`. */
  draw(source: Texture, target: Texture): void {
    this.#machine.kernel.warp(
      source.pointer,
      source.width * 4,
      this.#nodesPointer,
      this.#flagsPointer,
      target.pointer + (this.y * target.width + this.x) * 4,
      target.width * 4,
      this.cols,
      this.rows,
      this.#shift,
    );
  }
}

/** Returns how many bytes a field of this size uses in the machine's memory. */
export function fieldBytes(cols: number, rows: number): number {
  return (cols + 1) * (rows + 1) * 8 + cols * rows + 64;
}
