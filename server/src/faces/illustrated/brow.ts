import type { FacePose } from '../director/face-pose.ts';
import { Coverage } from '../warp/coverage.ts';
import type { Texture } from '../warp/pixel-machine.ts';
import { fieldBytes, WarpField } from '../warp/warp-field.ts';
import type { LiveHead } from './live-region.ts';
import type { Look } from './look.ts';
import type { Layer } from './trim-sheet.ts';

/** Where a brow is, from the middle of the face, and the box that its movements stay in, in units. */
const X = 91;
const REACH = { x: 72, top: -120, bottom: 24 };
const SHIFT = 3;

/** One brow, moved and turned by the pose. */
export class Brow {
  readonly #head: LiveHead;
  readonly #look: Look;
  readonly #side: -1 | 1;
  readonly #layer: Layer;
  readonly #texture: Texture;
  readonly #coverage: Coverage;
  readonly #field: WarpField;

  constructor(head: LiveHead, look: Look, side: -1 | 1, layer: Layer) {
    this.#head = head;
    this.#look = look;
    this.#side = side;
    this.#layer = layer;
    this.#texture = head.machine.load(layer);
    this.#coverage = new Coverage(this.#texture);
    const { box, scale } = head.layer;
    const { cols, rows } = browCells(scale);
    const x = Math.floor((side * X - REACH.x - box.left) * scale);
    const y = Math.floor((REACH.top - box.top) * scale);
    this.#field = new WarpField(head.machine, x, y, cols, rows, SHIFT);
  }

  draw(pose: FacePose): void {
    const side = this.#side;
    const { brows, eyes } = this.#look;
    const raise = side < 0 ? pose.browLeft : pose.browRight;
    const atX = side * (X - pose.browInner * 1.5);
    const atY = -50 - raise * 17 + pose.squint * 5 - pose.browInner * 2;
    const angle = 0.02 + 0.07 * brows.arch - eyes.tilt * 0.6 + pose.browInner * 0.2;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const stretch = 1 + raise * 0.06;
    const { box, scale } = this.#layer;
    const { layer, texture } = this.#head;
    const field = this.#field;
    for (let row = 0; row <= field.rows; row++) {
      // Half a pixel leads to the pixel's middle: without it, a brow at rest would be resampled and shift.
      const y = layer.box.top + (field.y + row * field.pitch + 0.5) / layer.scale - atY;
      for (let col = 0; col <= field.cols; col++) {
        const x = (layer.box.left + (field.x + col * field.pitch + 0.5) / layer.scale - atX) * side;
        const u = (x * cos + y * sin) / 1.02;
        const v = (y * cos - x * sin) / stretch;
        const sx = (u - box.left) * scale - 0.5;
        const sy = (v - box.top) * scale - 0.5;
        field.setNode(col, row, sx, sy, this.#texture);
      }
    }
    field.classify(this.#coverage);
    field.draw(this.#texture, texture);
  }
}

function browCells(scale: number): { cols: number; rows: number } {
  const pitch = 1 << SHIFT;
  return {
    cols: Math.ceil((2 * REACH.x * scale) / pitch),
    rows: Math.ceil(((REACH.bottom - REACH.top) * scale) / pitch),
  };
}

/** Bytes that a brow takes in the memory of its machine, beside its picture. */
export function browBytes(scale: number): number {
  const { cols, rows } = browCells(scale);
  return fieldBytes(cols, rows);
}
