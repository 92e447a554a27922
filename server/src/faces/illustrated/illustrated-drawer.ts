import type { FacePose } from '../director/face-pose.ts';
import type { FaceDrawer } from '../face-drawer.ts';
import { Coverage } from '../warp/coverage.ts';
import { type Box, FrameTarget, targetBytes } from '../warp/frame-target.ts';
import { PixelMachine, type Texture, textureBytes } from '../warp/pixel-machine.ts';
import { fieldBytes, WarpField } from '../warp/warp-field.ts';
import { Brow, browBytes } from './brow.ts';
import { ChangeWatch } from './change-watch.ts';
import { clamp, smoothstep } from './colour.ts';
import { drawEyes, EYES_BOX } from './draw-eyes.ts';
import { drawMouth, MOUTH_BOX } from './draw-mouth.ts';
import type { Grid } from './head-geometry.ts';
import { Drawing, drawingSize, type LiveHead, LiveRegion, Stamp } from './live-region.ts';
import type { Portrait } from './portrait.ts';
import type { Layer } from './trim-sheet.ts';

/** How far a layer may leave its place, in units. */
const REACH = 70;
/**
 * Depth of the hair behind the head, for turns and for bows: at its true depth it would come apart from the front hair.
 */
const HAIR_BACK_Z = { yaw: -52, pitch: -26 };
/** Steps of each movement; one of them is a fraction of a pixel. */
const BROWS = { browLeft: 40, browRight: 40, browInner: 24, squint: 24 };
const EYES = { blink: 40, squint: 24, wide: 24, gazeX: 20, gazeY: 14, smile: 12 };
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

/** A row of a plane's field in its layer, in units: the position where x is 0, and the step for one unit of x. */
interface Line {
  u: number;
  v: number;
  uSlope: number;
  vSlope: number;
}

/** Draws an illustrated person: layers bent by the pose over a still background, eyes and mouth drawn live. */
export class IllustratedDrawer implements FaceDrawer {
  readonly #portrait: Portrait;
  readonly #target: FrameTarget;
  readonly #hairBack: Plane;
  readonly #body: Plane;
  readonly #head: Plane;
  readonly #eyes: LiveRegion;
  readonly #brows: readonly Brow[];
  readonly #eyeBalls: Drawing;
  readonly #eyesWatch = new ChangeWatch(EYES);
  readonly #browsWatch = new ChangeWatch(BROWS);
  readonly #mouthWatch = new ChangeWatch(MOUTH);
  readonly #mouth: LiveRegion;
  readonly #smile: Stamp;
  readonly #lips: Drawing;
  readonly #moving: Box;
  /** Where the nodes of the head's field lie in its layer: u, v of each, in units. */
  readonly #headPlaces: Float64Array;
  readonly #headGrid: Grid;

  constructor(portrait: Portrait) {
    this.#portrait = portrait;
    const { width, height, pictures } = portrait;
    const { hairBack, body, head } = pictures;
    const cells = fieldBytes(Math.ceil(width / 8) + 2, Math.ceil(height / 8) + 2);
    const layers = [hairBack, body, head];
    const bytes = layers.reduce((sum, layer) => sum + textureBytes(layer.width, layer.height) + cells, 0);
    const machine = new PixelMachine(targetBytes(width, height) + bytes + liveBytes(pictures));
    this.#target = new FrameTarget(machine, width, height);
    this.#hairBack = this.#plane(machine, hairBack, 4);
    this.#body = this.#plane(machine, body, 4);
    this.#head = this.#plane(machine, head, portrait.unit > 0.55 ? 4 : 3);
    const { cols, rows, pitch, x, y } = this.#head.field;
    this.#headGrid = {
      x: (x - portrait.originX) / portrait.unit,
      y: (y - portrait.originY) / portrait.unit,
      step: pitch / portrait.unit,
      cols: cols + 1,
      rows: rows + 1,
    };
    this.#headPlaces = pointsOf(this.#headGrid);
    const live: LiveHead = { machine, layer: head, texture: this.#head.texture };
    this.#eyes = new LiveRegion(live, pictures.eyesSkin, pictures.eyesOver);
    this.#brows = ([-1, 1] as const).map((side) => new Brow(live, portrait.look, side, pictures.brow));
    this.#eyeBalls = new Drawing(live, EYES_BOX);
    this.#mouth = new LiveRegion(live, pictures.mouthSkin, pictures.mouthOver);
    this.#smile = new Stamp(live, pictures.smile);
    this.#lips = new Drawing(live, MOUTH_BOX);
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
    // Placed from the front to the back, to know what is hidden; painted from the back to the front.
    this.#placeHead(pose);
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
    const texture = machine.load(layer);
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

  #placeHead(pose: FacePose): void {
    const { layer, texture, coverage, field } = this.#head;
    const places = this.#headPlaces;
    this.#portrait.geometry.inverse(pose, this.#headGrid, places);
    const { left, top } = layer.box;
    for (let row = 0, at = 0; row <= field.rows; row++) {
      for (let col = 0; col <= field.cols; col++, at += 2) {
        const sx = (places[at]! - left) * layer.scale;
        const sy = (places[at + 1]! - top) * layer.scale;
        field.setNode(col, row, sx, sy, texture);
      }
    }
    field.classify(coverage);
  }

  /** Fills the nodes of a plane whose rows stay straight lines in the layer; `lineOf` gives the line of a height. */
  #placeRows(
    { layer, texture, coverage, field }: Plane,
    lineOf: (y: number) => Line,
    above: readonly WarpField[],
  ): void {
    const { unit, originX, originY } = this.#portrait;
    const { left, top } = layer.box;
    for (let row = 0; row <= field.rows; row++) {
      const { u, v, uSlope, vSlope } = lineOf((field.y + row * field.pitch - originY) / unit);
      for (let col = 0; col <= field.cols; col++) {
        const x = (field.x + col * field.pitch - originX) / unit;
        const sx = (u + x * uSlope - left) * layer.scale;
        const sy = (v + x * vSlope - top) * layer.scale;
        field.setNode(col, row, sx, sy, texture);
      }
    }
    field.classify(coverage, above);
  }

  #placeHairBack(pose: FacePose): void {
    const sy = Math.sin(pose.yaw) * HAIR_BACK_Z.yaw;
    const sp = Math.sin(pose.pitch) * HAIR_BACK_Z.pitch;
    const cr = Math.cos(pose.roll);
    const sr = Math.sin(pose.roll);
    const long = this.#portrait.look.hair.style === 'long';
    this.#placeRows(
      this.#hairBack,
      (y) => {
        const low = smoothstep(120, 430, y);
        const hold = long ? 1 - 0.75 * low : 1;
        const py = y - pose.shiftY + pose.breath * 3 - 250;
        return {
          u: py * sr - pose.shiftX * cr - sy * hold - pose.hairSwing * low,
          v: py * cr + pose.shiftX * sr + 250 - sp * hold,
          uSlope: cr,
          vSlope: -sr,
        };
      },
      [this.#head.field, this.#body.field],
    );
  }

  /** The neck moves with the head, the shoulders hardly; breathing lifts them. */
  #placeBody(pose: FacePose): void {
    this.#placeRows(
      this.#body,
      (y) => {
        const follow = 1 - smoothstep(230, 430, y);
        return {
          u: pose.roll * (y - 430) * 0.25 * follow - pose.shiftX * (0.25 + 0.75 * follow),
          v: y + pose.breath * (3 + 2.5 * smoothstep(280, 420, y)) - pose.shiftY * follow,
          uSlope: 1,
          vSlope: -pose.roll * 0.06,
        };
      },
      [this.#head.field],
    );
  }

  #refreshEyes(pose: FacePose): void {
    const { look, iris } = this.#portrait;
    const eyes = this.#eyesWatch.changed(pose);
    const brows = this.#browsWatch.changed(pose);
    // Brows move with every accent of the voice, eyes do not: so drawn eyes are kept.
    if (eyes) this.#eyeBalls.redraw((ctx) => drawEyes(ctx, look, iris, pose));
    if (!eyes && !brows) return;
    this.#eyes.compose(() => {
      for (const brow of this.#brows) brow.draw(pose);
      this.#eyeBalls.layOver();
    });
  }

  #refreshMouth(pose: FacePose): void {
    if (!this.#mouthWatch.changed(pose)) return;
    this.#lips.redraw((ctx) => drawMouth(ctx, this.#portrait.look, pose));
    this.#mouth.compose(() => {
      if (pose.smile > 0.02) this.#smile.layOver(clamp(pose.smile));
      this.#lips.layOver();
    });
  }
}

/** Bytes that the live parts take in the machine's memory. */
function liveBytes({ head, eyesOver, mouthOver, smile, brow }: Portrait['pictures']): number {
  const layers = [eyesOver, mouthOver, smile, brow, brow];
  const drawings = [EYES_BOX, MOUTH_BOX].map((box) => drawingSize(head, box));
  const bytes = [...layers, ...drawings].map(({ width, height }) => textureBytes(width, height));
  return bytes.reduce((sum, each) => sum + each, 2 * browBytes(head.scale));
}

/** The points of a grid themselves, x and y of each: a head that does not move. */
function pointsOf({ x, y, step, cols, rows }: Grid): Float64Array {
  const points = new Float64Array(cols * rows * 2);
  for (let i = 0; i < cols * rows; i++) {
    points[2 * i] = x + (i % cols) * step;
    points[2 * i + 1] = y + Math.floor(i / cols) * step;
  }
  return points;
}

function union(fields: readonly WarpField[], width: number, height: number): Box {
  const x = Math.min(...fields.map((field) => field.x));
  const y = Math.min(...fields.map((field) => field.y));
  const right = Math.min(width, Math.max(...fields.map((field) => field.x + field.cols * field.pitch)));
  const bottom = Math.min(height, Math.max(...fields.map((field) => field.y + field.rows * field.pitch)));
  return { x, y, width: right - x, height: bottom - y };
}
