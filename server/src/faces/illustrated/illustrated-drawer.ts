import type { FacePose } from '../director/face-pose.ts';
import type { FaceDrawer } from '../face-drawer.ts';
import { Coverage } from '../warp/coverage.ts';
import { type Box, FrameTarget, targetBytes } from '../warp/frame-target.ts';
import { PixelMachine, type Texture, textureBytes } from '../warp/pixel-machine.ts';
import { fieldBytes, WarpField } from '../warp/warp-field.ts';
import { clamp, smoothstep } from './colour.ts';
import { drawBrows, drawEyes } from './draw-eyes.ts';
import { drawMouth } from './draw-mouth.ts';
import { ChangeWatch, LiveCanvas, OverlayCanvas, stampAligned } from './live-canvas.ts';
import type { Portrait } from './portrait.ts';
import type { Layer } from './trim-sheet.ts';

/** How far a layer may leave its place, in units. */
const REACH = 70;
const HAIR_BACK_Z = -80;
/** Steps of each movement; one of them is a fraction of a pixel. */
const BROWS = { browLeft: 40, browRight: 40, browInner: 24, squint: 24 };
const EYES = { blink: 40, squint: 24, wide: 24, gazeX: 26, gazeY: 26, smile: 12 };
const MOUTH = {
  open: 60,
  widen: 40,
  round: 50,
  press: 40,
  upper: 30,
  teeth: 20,
  tongue: 30,
  tongueOut: 30,
  bite: 30,
  smile: 50,
};

interface Plane {
  layer: Layer;
  texture: Texture;
  coverage: Coverage;
  field: WarpField;
}

/** Draws an illustrated person: layers bent by the pose over a still background, eyes and mouth drawn live. */
export class IllustratedDrawer implements FaceDrawer {
  readonly #portrait: Portrait;
  readonly #target: FrameTarget;
  readonly #hairBack: Plane;
  readonly #body: Plane;
  readonly #head: Plane;
  readonly #eyes: LiveCanvas;
  readonly #eyeBalls: OverlayCanvas;
  readonly #eyesWatch = new ChangeWatch(EYES);
  readonly #browsWatch = new ChangeWatch(BROWS);
  readonly #mouthWatch = new ChangeWatch(MOUTH);
  readonly #mouth: LiveCanvas;
  readonly #moving: Box;
  readonly #at = { u: 0, v: 0 };

  constructor(portrait: Portrait) {
    this.#portrait = portrait;
    const { width, height, hairBack, body, head } = portrait;
    const cells = fieldBytes(Math.ceil(width / 8) + 2, Math.ceil(height / 8) + 2);
    const layers = [hairBack, body, head];
    const bytes = layers.reduce((sum, layer) => sum + textureBytes(layer.width, layer.height) + cells, 0);
    const machine = new PixelMachine(targetBytes(width, height) + bytes);
    this.#target = new FrameTarget(machine, width, height);
    this.#hairBack = this.#plane(machine, hairBack, 4);
    this.#body = this.#plane(machine, body, 4);
    this.#head = this.#plane(machine, head, portrait.unit > 0.75 ? 4 : 3);
    this.#eyes = new LiveCanvas(portrait.eyes, head, this.#head.texture);
    this.#eyeBalls = new OverlayCanvas(portrait.eyes);
    this.#mouth = new LiveCanvas(portrait.mouth, head, this.#head.texture);
    this.#moving = union(
      [this.#hairBack, this.#body, this.#head].map(({ field }) => field),
      width,
      height,
    );
    this.#target.setBackground(portrait.backdrop);
  }

  draw(pose: FacePose): void {
    this.#refreshEyes(pose);
    this.#refreshMouth(pose);
    this.#target.restore(this.#moving);
    // From the front to the back, to know what is hidden; painted from the back to the front.
    this.#place(this.#head, this.#portrait.geometry.inverse(pose), []);
    this.#placeBody(pose);
    this.#placeHairBack(pose);
    for (const { field, texture } of [this.#hairBack, this.#body, this.#head])
      field.draw(texture, this.#target.texture);
  }

  convert(i420: Uint8Array): void {
    this.#target.convert(this.#moving);
    this.#target.copyTo(i420);
  }

  copyPixels(): Uint8ClampedArray {
    return this.#target.copyPixels();
  }

  #plane(machine: PixelMachine, layer: Layer, shift: number): Plane {
    const { unit, originX, originY } = this.#portrait;
    const texture = machine.texture(layer.width, layer.height);
    texture.pixels.set(layer.pixels);
    const pitch = 1 << shift;
    const { width, height } = this.#target.texture;
    const cell = (units: number, origin: number, limit: number) =>
      clamp(Math.floor((origin + units * unit) / pitch), 0, limit / pitch);
    const c0 = cell(layer.box.left - REACH, originX, width);
    const r0 = cell(layer.box.top - REACH, originY, height);
    const c1 = Math.min(cell(layer.box.right + REACH, originX, width) + 1, width / pitch);
    const r1 = Math.min(cell(layer.box.bottom + REACH, originY, height) + 1, height / pitch);
    const field = new WarpField(machine, c0 * pitch, r0 * pitch, c1 - c0, r1 - r0, shift);
    return { layer, texture, coverage: new Coverage(texture), field };
  }

  /** Fills the nodes of a plane's field by a map from the drawing plane to the layer. */
  #place(
    { layer, texture, coverage, field }: Plane,
    map: (x: number, y: number, at: { u: number; v: number }) => void,
    above: readonly WarpField[],
  ): void {
    const { unit, originX, originY } = this.#portrait;
    const at = this.#at;
    for (let row = 0; row <= field.rows; row++) {
      const y = (field.y + row * field.pitch - originY) / unit;
      for (let col = 0; col <= field.cols; col++) {
        map((field.x + col * field.pitch - originX) / unit, y, at);
        const sx = (at.u - layer.box.left) * layer.scale;
        const sy = (at.v - layer.box.top) * layer.scale;
        field.setNode(col, row, sx, sy, texture);
      }
    }
    field.classify(coverage, above);
  }

  #placeHairBack(pose: FacePose): void {
    const sy = Math.sin(pose.yaw) * HAIR_BACK_Z;
    const sp = Math.sin(pose.pitch) * HAIR_BACK_Z;
    const cr = Math.cos(pose.roll);
    const sr = Math.sin(pose.roll);
    const long = this.#portrait.look.hair.style === 'long';
    this.#place(
      this.#hairBack,
      (x, y, at) => {
        const low = smoothstep(120, 430, y);
        const hold = long ? 1 - 0.75 * low : 1;
        const px = x - pose.shiftX;
        const py = y - pose.shiftY + pose.breath * 3 - 250;
        at.u = px * cr + py * sr - sy * hold - pose.hairSwing * low;
        at.v = py * cr - px * sr + 250 - sp * hold;
      },
      [this.#head.field, this.#body.field],
    );
  }

  /** The neck goes with the head, the shoulders hardly; breathing lifts them. */
  #placeBody(pose: FacePose): void {
    this.#place(
      this.#body,
      (x, y, at) => {
        const follow = 1 - smoothstep(230, 430, y);
        at.u = x - pose.shiftX * (0.25 + 0.75 * follow) + pose.roll * (y - 430) * 0.25 * follow;
        at.v =
          y + pose.breath * (3 + 2.5 * smoothstep(280, 420, y)) - pose.shiftY * follow - x * pose.roll * 0.06;
      },
      [this.#head.field],
    );
  }

  #refreshEyes(pose: FacePose): void {
    const { look, brow, iris } = this.#portrait;
    const eyes = this.#eyesWatch.changed(pose);
    const brows = this.#browsWatch.changed(pose);
    // Brows move with every accent of the voice, eyes do not: they are kept.
    if (eyes) this.#eyeBalls.redraw((ctx) => drawEyes(ctx, look, iris, pose));
    if (!eyes && !brows) return;
    this.#eyes.redraw((ctx) => {
      drawBrows(ctx, look, brow, pose);
      this.#eyeBalls.stampOn(ctx);
    });
  }

  #refreshMouth(pose: FacePose): void {
    if (!this.#mouthWatch.changed(pose)) return;
    const { look, smile, mouth } = this.#portrait;
    this.#mouth.redraw((ctx) => {
      if (pose.smile > 0.02) {
        ctx.globalAlpha = clamp(pose.smile);
        stampAligned(ctx, smile, mouth);
        ctx.globalAlpha = 1;
      }
      drawMouth(ctx, look, pose);
    });
  }
}

function union(fields: readonly WarpField[], width: number, height: number): Box {
  const x = Math.min(...fields.map((field) => field.x));
  const y = Math.min(...fields.map((field) => field.y));
  const right = Math.min(width, Math.max(...fields.map((field) => field.x + field.cols * field.pitch)));
  const bottom = Math.min(height, Math.max(...fields.map((field) => field.y + field.rows * field.pitch)));
  return { x, y, width: right - x, height: bottom - y };
}
