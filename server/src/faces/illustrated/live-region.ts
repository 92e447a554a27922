import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { PixelMachine, Texture } from '../warp/pixel-machine.ts';
import { pixelsOf, type SheetBox, snapBox } from './sheet.ts';
import type { Layer } from './trim-sheet.ts';

/** The head as it is drawn: what is painted once, and the texture in which the rest is added to it. */
export interface LiveHead {
  machine: PixelMachine;
  layer: Layer;
  texture: Texture;
}

/** Puts a part of the head together in its texture: clean skin, what is drawn on it, hair and glasses over it. */
export class LiveRegion {
  readonly #head: LiveHead;
  readonly #skin: Layer;
  /** Absent where nothing lies over this part, such as hair or glasses. */
  readonly #over: Stamp | undefined;
  readonly #x: number;
  readonly #y: number;

  constructor(head: LiveHead, skin: Layer, over: Layer) {
    this.#head = head;
    this.#skin = skin;
    this.#over = over.pixels.some((value) => value !== 0) ? new Stamp(head, over) : undefined;
    [this.#x, this.#y] = placeOn(head, skin.box);
  }

  compose(draw: () => void): void {
    const { width, height, pixels } = this.#skin;
    const { texture } = this.#head;
    for (let row = 0; row < height; row++) {
      const line = pixels.subarray(row * width * 4, (row + 1) * width * 4);
      texture.pixels.set(line, ((this.#y + row) * texture.width + this.#x) * 4);
    }
    draw();
    this.#over?.layOver();
  }
}

/** A still picture that lies on the pixels of the head: without resampling it costs next to nothing. */
export class Stamp {
  readonly #head: LiveHead;
  readonly #texture: Texture;
  readonly #place: readonly [number, number];

  constructor(head: LiveHead, layer: Layer) {
    this.#head = head;
    this.#texture = head.machine.load(layer);
    this.#place = placeOn(head, layer.box);
  }

  layOver(opacity = 1): void {
    this.#head.machine.over(this.#texture, this.#head.texture, ...this.#place, opacity);
  }
}

/** A drawing on the head that is kept for frames in which only other parts move. */
export class Drawing {
  readonly #head: LiveHead;
  readonly #box: SheetBox;
  readonly #canvas: Canvas;
  readonly #ctx: SKRSContext2D;
  readonly #texture: Texture;
  readonly #place: readonly [number, number];

  constructor(head: LiveHead, box: SheetBox) {
    const snapped = snapBox(box, head.layer);
    const { width, height } = drawingSize(head.layer, box);
    this.#head = head;
    this.#box = snapped;
    this.#canvas = createCanvas(width, height);
    this.#ctx = this.#canvas.getContext('2d');
    this.#ctx.lineCap = 'round';
    this.#texture = head.machine.texture(width, height);
    this.#place = placeOn(head, snapped);
  }

  /** Draws anew, in the units of the portrait. */
  redraw(draw: (ctx: SKRSContext2D) => void): void {
    const { scale } = this.#head.layer;
    const { left, top } = this.#box;
    this.#ctx.setTransform(1, 0, 0, 1, 0, 0);
    this.#ctx.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
    this.#ctx.setTransform(scale, 0, 0, scale, -left * scale, -top * scale);
    draw(this.#ctx);
    this.#texture.pixels.set(this.#canvas.data());
  }

  layOver(): void {
    this.#head.machine.over(this.#texture, this.#head.texture, ...this.#place);
  }
}

/** Pixels of a drawing over this box. */
export function drawingSize(head: Layer, box: SheetBox): { width: number; height: number } {
  const { left, top, right, bottom } = snapBox(box, head);
  return { width: pixelsOf(right - left, head.scale), height: pixelsOf(bottom - top, head.scale) };
}

function placeOn({ layer }: LiveHead, { left, top }: SheetBox): readonly [number, number] {
  return [Math.round((left - layer.box.left) * layer.scale), Math.round((top - layer.box.top) * layer.scale)];
}
