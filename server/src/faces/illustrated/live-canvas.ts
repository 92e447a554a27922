import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { FacePose } from '../director/face-pose.ts';
import type { Texture } from '../warp/pixel-machine.ts';
import type { Sheet, SheetBox } from './sheet.ts';
import type { Layer } from './trim-sheet.ts';

/** A part of the head that is drawn anew when it moves: clean skin below, hair and glasses above. */
export interface LivePart {
  skin: Sheet;
  over: Sheet;
}

/** How many steps of a movement are told apart from 0 to 1. */
export type Steps = Partial<Record<keyof FacePose, number>>;

/** Notices whether a pose differs visibly from the one before. */
export class ChangeWatch {
  readonly #steps: [keyof FacePose, number][];
  #shown: number[] = [];

  constructor(steps: Steps) {
    this.#steps = Object.entries(steps) as [keyof FacePose, number][];
  }

  changed(pose: FacePose): boolean {
    const now = this.#steps.map(([key, count]) => Math.round(pose[key] * count));
    const same = now.every((value, i) => value === this.#shown[i]);
    this.#shown = now;
    return !same;
  }
}

/** The canvas of a live part; what is drawn on it goes into the head's texture. */
export class LiveCanvas {
  readonly #part: LivePart;
  readonly #layer: Layer;
  readonly #texture: Texture;
  readonly #canvas: Canvas;
  readonly #ctx: SKRSContext2D;

  constructor(part: LivePart, layer: Layer, texture: Texture) {
    this.#part = part;
    this.#layer = layer;
    this.#texture = texture;
    this.#canvas = createCanvas(part.skin.canvas.width, part.skin.canvas.height);
    this.#ctx = this.#canvas.getContext('2d');
    this.#ctx.lineCap = 'round';
  }

  /** Draws between skin and hair, in the units of the drawing. */
  redraw(draw: (ctx: SKRSContext2D) => void): void {
    const ctx = this.#ctx;
    const { skin, over } = this.#part;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.globalCompositeOperation = 'copy';
    ctx.drawImage(skin.canvas, 0, 0);
    ctx.globalCompositeOperation = 'source-over';
    goHome(ctx, skin.box, skin.scale);
    draw(ctx);
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.drawImage(over.canvas, 0, 0);
    this.#copyToHead();
  }

  #copyToHead(): void {
    const { box, scale } = this.#part.skin;
    const { width, height } = this.#canvas;
    const x = Math.round((box.left - this.#layer.box.left) * scale);
    const y = Math.round((box.top - this.#layer.box.top) * scale);
    const data = this.#canvas.data();
    for (let row = 0; row < height; row++) {
      const line = data.subarray(row * width * 4, (row + 1) * width * 4);
      this.#texture.pixels.set(line, ((y + row) * this.#texture.width + x) * 4);
    }
  }
}

/** A transparent canvas over a live part that keeps a drawing for the frames in which only others move. */
export class OverlayCanvas {
  readonly #box: SheetBox;
  readonly #scale: number;
  readonly #canvas: Canvas;
  readonly #ctx: SKRSContext2D;

  constructor(part: LivePart) {
    this.#box = part.skin.box;
    this.#scale = part.skin.scale;
    this.#canvas = createCanvas(part.skin.canvas.width, part.skin.canvas.height);
    this.#ctx = this.#canvas.getContext('2d');
    this.#ctx.lineCap = 'round';
  }

  redraw(draw: (ctx: SKRSContext2D) => void): void {
    this.#ctx.setTransform(1, 0, 0, 1, 0, 0);
    this.#ctx.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
    goHome(this.#ctx, this.#box, this.#scale);
    draw(this.#ctx);
  }

  stampOn(ctx: SKRSContext2D): void {
    ctx.save();
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.drawImage(this.#canvas, 0, 0);
    ctx.restore();
  }
}

/** Draws a sheet that lies on the pixels of the part: without resampling, many times faster than with it. */
export function stampAligned(ctx: SKRSContext2D, sheet: Sheet, { skin }: LivePart): void {
  ctx.save();
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.drawImage(
    sheet.canvas,
    Math.round((sheet.box.left - skin.box.left) * skin.scale),
    Math.round((sheet.box.top - skin.box.top) * skin.scale),
  );
  ctx.restore();
}

function goHome(ctx: SKRSContext2D, box: SheetBox, scale: number): void {
  ctx.setTransform(scale, 0, 0, scale, -box.left * scale, -box.top * scale);
}
