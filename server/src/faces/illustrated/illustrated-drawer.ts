import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { FacePose } from '../director/face-pose.ts';
import type { FaceDrawer } from '../face-drawer.ts';
import { Coverage } from '../warp/coverage.ts';
import { type Box, FrameTarget, targetBytes } from '../warp/frame-target.ts';
import { PixelMachine, type Texture, textureBytes } from '../warp/pixel-machine.ts';
import { fieldBytes, WarpField } from '../warp/warp-field.ts';
import { clamp, smoothstep } from './colour.ts';
import { drawBrows, drawEyes } from './draw-eyes.ts';
import { drawMouth } from './draw-mouth.ts';
import { beginPart, finishPart, type LivePart, type Portrait, stampAligned } from './portrait.ts';
import type { Layer } from './trim-sheet.ts';

/** How far a layer may leave its place, in units. */
const REACH = 70;
const HAIR_BACK_Z = -80;
const EYE_KEYS = [
  'blink',
  'squint',
  'wide',
  'gazeX',
  'gazeY',
  'smile',
  'browLeft',
  'browRight',
  'browInner',
] as const;
const MOUTH_KEYS = [
  'open',
  'jaw',
  'widen',
  'round',
  'press',
  'upper',
  'teeth',
  'tongue',
  'tongueOut',
  'bite',
  'smile',
] as const;

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
    this.#eyes = new LiveCanvas(portrait.eyes, this.#head);
    this.#mouth = new LiveCanvas(portrait.mouth, this.#head);
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
    this.#eyes.refresh(pose, EYE_KEYS, (ctx) => {
      drawBrows(ctx, look, brow, pose);
      drawEyes(ctx, look, iris, pose);
    });
  }

  #refreshMouth(pose: FacePose): void {
    const { look, smile } = this.#portrait;
    this.#mouth.refresh(pose, MOUTH_KEYS, (ctx) => {
      if (pose.smile > 0.02) {
        ctx.globalAlpha = clamp(pose.smile);
        stampAligned(ctx, smile, this.#portrait.mouth);
        ctx.globalAlpha = 1;
      }
      drawMouth(ctx, look, pose);
    });
  }
}

/** A part of the head on a canvas of its own; only a change that shows draws it again. */
class LiveCanvas {
  readonly #part: LivePart;
  readonly #head: Plane;
  readonly #canvas: Canvas;
  readonly #ctx: SKRSContext2D;
  #shown: number[] = [];

  constructor(part: LivePart, head: Plane) {
    this.#part = part;
    this.#head = head;
    this.#canvas = createCanvas(part.skin.canvas.width, part.skin.canvas.height);
    this.#ctx = this.#canvas.getContext('2d');
    this.#ctx.lineCap = 'round';
  }

  refresh<K extends keyof FacePose>(
    pose: FacePose,
    keys: readonly K[],
    draw: (ctx: SKRSContext2D) => void,
  ): void {
    // A fiftieth of any movement is well below a pixel.
    const now = keys.map((key) => Math.round(pose[key] * 50));
    if (now.every((value, i) => value === this.#shown[i])) return;
    this.#shown = now;
    beginPart(this.#ctx, this.#part);
    draw(this.#ctx);
    finishPart(this.#ctx, this.#part);
    this.#copyToHead();
  }

  #copyToHead(): void {
    const { layer, texture } = this.#head;
    const { box, scale } = this.#part.skin;
    const { width, height } = this.#canvas;
    const x = Math.round((box.left - layer.box.left) * scale);
    const y = Math.round((box.top - layer.box.top) * scale);
    const data = this.#canvas.data();
    for (let row = 0; row < height; row++) {
      const line = data.subarray(row * width * 4, (row + 1) * width * 4);
      texture.pixels.set(line, ((y + row) * texture.width + x) * 4);
    }
  }
}

function union(fields: readonly WarpField[], width: number, height: number): Box {
  const x = Math.min(...fields.map((field) => field.x));
  const y = Math.min(...fields.map((field) => field.y));
  const right = Math.min(width, Math.max(...fields.map((field) => field.x + field.cols * field.pitch)));
  const bottom = Math.min(height, Math.max(...fields.map((field) => field.y + field.rows * field.pitch)));
  return { x, y, width: right - x, height: bottom - y };
}
