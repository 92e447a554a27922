import type { Canvas } from '@napi-rs/canvas';
import { clamp } from '../../lib/clamp.ts';
import type { FacePose } from '../director/face-pose.ts';
import type { FaceDrawer, PictureFace } from '../face-drawer.ts';
import { Coverage } from '../warp/coverage.ts';
import { type Box, FrameTarget, targetBytes } from '../warp/frame-target.ts';
import { PixelMachine, type Texture, textureBytes } from '../warp/pixel-machine.ts';
import { fieldBytes, WarpField } from '../warp/warp-field.ts';
import type { FaceBlendShapes } from './blend-shape-offsets.ts';
import { closeLids } from './closed-lids.ts';
import type { Drift } from './drift.ts';
import { EyeInterior } from './eye-interior.ts';
import { type FaceMesh, toFrame } from './face-mesh.ts';
import { FOLD_POINTS, Folds, foldsBytes } from './folds.ts';
import type { Photo } from './frame-photo.ts';
import { FrontLayer, frontBytes } from './front-layer.ts';
import { MeshMotion } from './mesh-motion.ts';
import { BLINKS, EYES } from './mesh-points.ts';
import { MouthInterior } from './mouth-interior.ts';
import { Openings } from './openings.ts';
import { tintOf } from './picture-tint.ts';
import { type Corners, fillTriangles } from './triangle-field.ts';

/** The margin around mouth and eyes for the movement of the head, in face units. */
const REACH = 0.16;

/** The side of a field's largest cell in pixels. The sides of a box that holds a frame are multiples of it. */
const LARGEST_CELL = 16;
/** The size of the cells for the eyes, as a power of two. Their box consists of such cells. */
const EYES_SHIFT = 2;
/** The cheeks beside the nose on the left and right of the picture, which are lit like the mouth. */
const CHEEKS = [
  [50, 101, 205],
  [280, 330, 425],
];
/** The maximum distance that anything is moved, in face units. */
const MAX_DISPLACEMENT = 0.35;

/** The width of the border within which the body's movement fades out, as a fraction of the frame. */
const BORDER = 0.12;
/** From this blink weight on, the lids consist of skin alone. Eyes that look down do not reach it. */
const LIDS_SHUT = 0.3;

/** The layers of a face. A photograph has only `person`, from which the others are derived. */
export interface FaceLayers {
  person: Photo;
  /** The still pixels behind a person without background: opaque RGBA. */
  background?: Uint8Array;
  /** The person with closed lids, which shows where lids close. */
  lids?: Uint8Array;
  /** A disc that fills its canvas, for both eyes of a person that is painted without irises. */
  iris?: Canvas;
  /** The layer behind which the face moves, such as hair and glasses. It turns with the head: premultiplied RGBA. */
  front?: Uint8Array;
  /** How blend shapes move the face, if known. */
  blendShapes?: FaceBlendShapes | undefined;
}

/** A part of the frame that is warped. */
interface Part {
  field: WarpField;
  /** The triangles of the mesh and its openings that extend into the part. */
  triangles: readonly number[];
  /** For a person without background: where some of the part may be transparent. */
  coverage: Coverage | undefined;
}

/** Draws a face that blinks, turns and speaks: its layers, warped over a mesh, and the inside of the mouth. */
export class PhotoDrawer implements FaceDrawer {
  readonly points?: Record<string, [number, number]>;
  readonly packedFaces?: Uint8Array | undefined;
  readonly faces?: readonly PictureFace[];
  readonly #motion: MeshMotion;
  readonly #openings: Openings;
  readonly #target: FrameTarget;
  readonly #person: Texture;
  readonly #closedLids: Texture;
  readonly #isCut: boolean;
  readonly #folds: Folds | undefined;
  readonly #front: FrontLayer | undefined;
  /** The part of the frame that may change. */
  readonly #moving: Box;
  readonly #whole: Part;
  readonly #eyes: Part;
  readonly #mouth: Part;
  readonly #interiors: { mouth: MouthInterior; eyes: EyeInterior };
  readonly #eyesField: WarpField;
  readonly #textures: { mouth: Texture; eyes: Texture };

  /** `found` are the points and faces of an uploaded picture. */
  constructor(
    { person, background, lids, iris, front, blendShapes }: FaceLayers,
    mesh: FaceMesh,
    found?: Pick<FaceDrawer, 'points' | 'faces' | 'packedFaces'>,
  ) {
    Object.assign(this, found);
    const { width, height } = person;
    this.#isCut = background !== undefined;
    const all = { x: 0, y: 0, width, height };
    this.#motion = new MeshMotion(mesh, blendShapes);
    this.#openings = new Openings(mesh, this.#motion);
    // A large face needs no more nodes than a small one.
    const coarser = mesh.scale > 260 ? 1 : 0;
    const reach = Math.ceil(MAX_DISPLACEMENT * mesh.scale);
    const moving = alignToCells(this.#isCut ? movingBox(reach, person, front) : all);
    this.#moving = expandBox(moving, 0, all);
    const eyesBox = boxAround(
      mesh,
      EYES.flatMap(({ upper, lower, bag, crease }) => [...upper, ...lower, ...bag, ...crease]),
      all,
    );
    const mouthBox = boxAround(mesh, [61, 291, 0, 17, 152], all);
    const foldsBox = boxAround(mesh, FOLD_POINTS, all);
    // A painted person has softer lips and lids than a photograph.
    const fine = (this.#isCut ? 2 : 1) + coarser;
    const parts = [
      { shift: 3 + coarser, box: moving },
      { shift: fine, box: eyesBox },
      { shift: fine, box: mouthBox },
    ];
    // The skin of a photograph shows its light. Painted teeth are equally bright on dark and light skin.
    const [left, right] = CHEEKS.map((cheek) => brightnessAround(person, mesh, cheek)) as [number, number];
    const brightest = Math.max(left, right, 0.01);
    const light = {
      brightness: iris ? 1 : (left + right) / 2,
      sides: [left / brightest, right / brightest] as const,
      tint: tintOf(person.pixels),
    };
    this.#interiors = {
      mouth: new MouthInterior(person, mesh, this.#motion, light, mouthBox),
      eyes: new EyeInterior(person, mesh, this.#motion, eyesBox, iris),
    };
    const machine = new PixelMachine(
      targetBytes(width, height) +
        (front ? 3 : 2) * textureBytes(width, height) +
        (front ? frontBytes(moving) : 0) +
        (iris ? foldsBytes(foldsBox) : 0) +
        fieldBytes(eyesBox.width >> EYES_SHIFT, eyesBox.height >> EYES_SHIFT) +
        parts.reduce(
          (sum, { shift, box: { width: w, height: h } }) =>
            sum + fieldBytes(w >> shift, h >> shift) + textureBytes(w, h),
          0,
        ),
    );
    this.#target = new FrameTarget(machine, width, height);
    this.#target.setBackground(background ?? person.pixels);
    this.#person = machine.createTexture(person);
    this.#closedLids = machine.createTexture({ width, height, pixels: lids ?? closeLids(person, mesh) });
    this.#textures = {
      mouth: machine.texture(mouthBox.width, mouthBox.height),
      eyes: machine.texture(eyesBox.width, eyesBox.height),
    };
    this.#eyesField = new WarpField(
      machine,
      eyesBox.x,
      eyesBox.y,
      eyesBox.width >> EYES_SHIFT,
      eyesBox.height >> EYES_SHIFT,
      EYES_SHIFT,
    );
    this.#eyesField.fillFlags(1);
    const coverage = this.#isCut ? new Coverage(this.#person) : undefined;
    const triangles = [...mesh.triangles, ...this.#openings.triangles.flat()];
    const warpedParts = parts.map(({ shift, box }, i): Part => {
      const field = new WarpField(machine, box.x, box.y, box.width >> shift, box.height >> shift, shift);
      field.fillFlags(2);
      const around = expandBox(box, reach, all);
      const isOpaque =
        coverage?.flag(around.x, around.y, around.x + around.width - 1, around.y + around.height - 1) === 2;
      return {
        field,
        triangles: i === 0 ? triangles : trianglesIn(around, triangles, this.#openings.corners),
        coverage: isOpaque ? undefined : coverage,
      };
    });
    [this.#whole, this.#eyes, this.#mouth] = warpedParts as [Part, Part, Part];
    this.#skipCovered();
    if (iris)
      this.#folds = new Folds(
        machine,
        person,
        mesh,
        foldsBox,
        trianglesIn(foldsBox, mesh.triangles, this.#openings.corners),
      );
    if (front)
      this.#front = new FrontLayer(
        machine,
        mesh,
        machine.createTexture({ width, height, pixels: front }),
        moving,
      );
  }

  draw(pose: FacePose): void {
    const openings = this.#openings;
    this.#motion.move(pose);
    openings.update(pose);
    if (this.#isCut) this.#target.restore(this.#moving);
    const parts = [this.#whole, this.#eyes, this.#mouth];
    for (const part of parts) {
      const { field, triangles, coverage } = part;
      if (part === this.#whole) this.#moveBody(field);
      fillTriangles(field, openings.corners, triangles, this.#person);
      if (coverage) field.classify(coverage);
    }
    this.#front?.place(this.#motion);
    if (this.#whole.coverage) this.#skipCovered();
    for (const part of parts) {
      const shuts = part === this.#eyes && Math.max(...BLINKS.map((shape) => pose[shape])) > LIDS_SHUT;
      part.field.draw(shuts ? this.#closedLids : this.#person, this.#target.texture);
    }
    this.#folds?.draw(pose, openings.corners, this.#target.texture);
    if (this.#interiors.eyes.draw(pose)) this.#upload('eyes');
    this.#drawEyes();
    if (this.#interiors.mouth.draw(pose)) {
      const { x, y } = this.#interiors.mouth.box;
      this.#target.over(this.#upload('mouth'), x, y);
    }
    this.#front?.draw(this.#target.texture);
  }

  /** Skips the pixels of the whole that are covered by the parts drawn after it. */
  #skipCovered(): void {
    for (const above of [this.#eyes, this.#mouth, this.#front])
      if (above) this.#whole.field.skipCoveredBy(above.field);
  }

  #upload(part: 'eyes' | 'mouth'): Texture {
    const texture = this.#textures[part];
    texture.pixels.set(this.#interiors[part].canvas.data().subarray(0, texture.pixels.length));
    return texture;
  }

  /** Draws the eyes where the head has moved them. */
  #drawEyes(): void {
    const field = this.#eyesField;
    const eyes = this.#textures.eyes;
    const [left, right] = this.#interiors.eyes.drifts as [Drift, Drift];
    for (let row = 0; row <= field.rows; row++) {
      for (let col = 0; col <= field.cols; col++) {
        const { x, y } = col * 2 < field.cols ? left : right;
        field.setNode(col, row, col * field.pitch - x, row * field.pitch - y, eyes);
      }
    }
    field.draw(eyes, this.#target.texture);
  }

  convert(i420: Uint8Array): void {
    this.#target.convert(this.#moving);
    this.#target.copyTo(i420);
  }

  copyPixels(): Uint8ClampedArray {
    return this.#target.copyPixels();
  }

  /** Moves what no triangle covers: the background is still, the body breathes and follows the head. */
  #moveBody(field: WarpField): void {
    const { pitch, cols, rows } = field;
    const { width } = this.#target;
    for (let row = 0; row <= rows; row++) {
      const y = field.y + row * pitch;
      const [shiftX, shiftY] = this.#motion.shiftOfRow(y);
      for (let col = 0; col <= cols; col++) {
        const x = field.x + col * pitch;
        // Nothing is known beyond the border.
        const inside = clamp(Math.min(x, width - x) / (width * BORDER));
        field.setNode(col, row, x - shiftX * inside, y - shiftY, this.#person);
      }
    }
  }
}

function expandBox({ x, y, width, height }: Box, by: number, within: Box): Box {
  const [left, top] = [Math.max(0, x - by), Math.max(0, y - by)];
  return {
    x: left,
    y: top,
    width: Math.min(within.width, x + width + by) - left,
    height: Math.min(within.height, y + height + by) - top,
  };
}

/** Returns the box that layers without background may ever cover. */
function movingBox(reach: number, { width, height, pixels }: Photo, front: Uint8Array | undefined): Box {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const alpha = (y * width + x) * 4 + 3;
      if (!pixels[alpha] && !front?.[alpha]) continue;
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
      top = Math.min(top, y);
      bottom = y + 1;
    }
  }
  return expandBox({ x: left, y: top, width: right - left, height: bottom - top }, reach, {
    x: 0,
    y: 0,
    width,
    height,
  });
}

/** Extends a box to whole cells of every size. It may exceed the frame, but not the box that holds the frame. */
function alignToCells({ x, y, width, height }: Box): Box {
  const [left, top] = [x - (x % LARGEST_CELL), y - (y % LARGEST_CELL)];
  const up = (value: number) => Math.ceil(value / LARGEST_CELL) * LARGEST_CELL;
  return { x: left, y: top, width: up(x + width) - left, height: up(y + height) - top };
}

/** Returns the triangles that extend into a box when they are at rest. */
function trianglesIn(box: Box, triangles: readonly number[], { toX, toY }: Corners): number[] {
  const out: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = triangles.slice(t, t + 3);
    const [xs, ys] = [corners.map((corner) => toX[corner]!), corners.map((corner) => toY[corner]!)];
    const reaches =
      Math.max(...xs) >= box.x &&
      Math.min(...xs) <= box.x + box.width &&
      Math.max(...ys) >= box.y &&
      Math.min(...ys) <= box.y + box.height;
    if (reaches) out.push(...corners);
  }
  return out;
}

/** Returns the box around mesh points with a margin for movement: multiples of 4, inside the frame and not empty. */
function boxAround(mesh: FaceMesh, points: readonly number[], { width, height }: Box): Box {
  const [xs, ys] = toFrame(mesh).map((values) => points.map((point) => values[point]!)) as [
    number[],
    number[],
  ];
  const reach = REACH * mesh.scale;
  const span = (values: number[], limit: number) => {
    const snap = (value: number, from: number, to: number) =>
      Math.max(from, Math.min(to - (to % 4), Math.round(value / 4) * 4));
    const start = snap(Math.min(...values) - reach, 0, limit - 4);
    return { start, length: snap(Math.max(...values) + reach, start + 4, limit) - start };
  };
  const [across, down] = [span(xs, width), span(ys, height)];
  return { x: across.start, y: down.start, width: across.length, height: down.length };
}

/** Returns the mean brightness around points of the mesh, 0 to 1. */
function brightnessAround(
  { width, height, pixels }: Photo,
  mesh: FaceMesh,
  points: readonly number[],
): number {
  const [xs, ys] = toFrame(mesh);
  let [sum, count] = [0, 0];
  for (const point of points) {
    const [x, y] = [Math.round(xs[point]!), Math.round(ys[point]!)];
    if (x < 0 || y < 0 || x >= width || y >= height) continue;
    const at = (y * width + x) * 4;
    sum += (pixels[at]! * 0.3 + pixels[at + 1]! * 0.59 + pixels[at + 2]! * 0.11) / 255;
    count++;
  }
  return count ? sum / count : 0.6;
}
