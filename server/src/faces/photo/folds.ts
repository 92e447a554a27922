import { clamp } from '../../lib/clamp.ts';
import type { FacePose } from '../director/face-pose.ts';
import { Coverage } from '../warp/coverage.ts';
import type { Box } from '../warp/frame-target.ts';
import { type PixelMachine, type Texture, textureBytes } from '../warp/pixel-machine.ts';
import { fieldBytes, WarpField } from '../warp/warp-field.ts';
import { type FaceMesh, toFrame } from './face-mesh.ts';
import { type Photo, pixelAt } from './frame-photo.ts';
import { type Corners, fillTriangles } from './triangle-field.ts';

/** The folds from the nose past the corners of the mouth, from top to bottom, and on which side the cheek is. */
const FOLDS = [
  { side: 'Right', row: [129, 203, 206, 216, 212], cheek: 1 },
  { side: 'Left', row: [358, 423, 426, 436, 432], cheek: -1 },
] as const;
/** The points around which a box holds the folds. */
export const FOLD_POINTS = FOLDS.flatMap(({ row }) => [row[0], row[3], row[4]]);

/** How far a fold's shade reaches to mouth and cheek, in face units, its opacity, and its part of the skin's colour. */
const SHADE = { mouth: 0.065, cheek: 0.026, opacity: 0.3, ofSkin: [0.65, 0.5, 0.44] } as const;
/** The light on the raised cheek beside it: its distance and width in face units, and as above. */
const LIGHT = { at: 0.08, wide: 0.045, opacity: 0.16, ofSkin: [1.25, 1.25, 1.25] } as const;
/** How far from a fold its shade and light may be seen, in face units. Less opacity is not seen. */
const REACH = 0.16;
const MIN_OPACITY = 0.015;
/** The change of strength from which a fold is painted anew: it changes its colours by less than two steps. */
const REPAINT_STEP = 1 / 24;
/** The size of a field's cells as a power of two. */
const SHIFT = 3;

interface Fold {
  readonly side: 'Left' | 'Right';
  /** Where its pixels are in the texture, in bytes, and their colours: premultiplied RGBA. */
  readonly offsets: Uint32Array;
  readonly colours: Float32Array;
  strength: number;
}

/** The folds beside nose and mouth, which show that cheeks and mouth move together. Rendered skin has none. */
export class Folds {
  readonly #texture: Texture;
  readonly #field: WarpField;
  readonly #triangles: readonly number[];
  readonly #from: { fromX: Float64Array; fromY: Float64Array };
  readonly #folds: readonly Fold[];
  readonly #coverage: Coverage;

  /** `triangles` are those that extend into the box. */
  constructor(machine: PixelMachine, person: Photo, mesh: FaceMesh, box: Box, triangles: readonly number[]) {
    const { x, y, width, height } = box;
    const [xs, ys] = toFrame(mesh);
    this.#from = { fromX: xs.map((at) => at - x), fromY: ys.map((at) => at - y) };
    this.#triangles = triangles;
    this.#texture = machine.texture(width, height);
    this.#field = new WarpField(machine, x, y, width >> SHIFT, height >> SHIFT, SHIFT);
    this.#folds = FOLDS.map(({ side, row, cheek }) => {
      const places = row.map((point) => [xs[point]!, ys[point]!] as const);
      return { side, ...paintFold(person, box, places, cheek, mesh.scale), strength: 1 };
    });
    for (const fold of this.#folds) this.#paint(fold, 1);
    this.#coverage = new Coverage(this.#texture);
  }

  /** Draws the folds of a pose over a face whose corners have taken it. */
  draw(pose: FacePose, { toX, toY }: Corners, target: Texture): void {
    let deepest = 0;
    for (const fold of this.#folds) {
      const depth = depthOf(pose, fold.side);
      if (Math.abs(depth - fold.strength) > REPAINT_STEP) this.#paint(fold, depth);
      deepest = Math.max(deepest, fold.strength);
    }
    if (deepest < REPAINT_STEP) return;
    fillTriangles(this.#field, { toX, toY, ...this.#from }, this.#triangles, this.#texture);
    this.#field.classify(this.#coverage);
    this.#field.draw(this.#texture, target);
  }

  #paint(fold: Fold, strength: number): void {
    const { offsets, colours } = fold;
    const { pixels } = this.#texture;
    fold.strength = strength;
    for (let i = 0; i < offsets.length; i++)
      for (let k = 0; k < 4; k++) pixels[offsets[i]! + k] = colours[i * 4 + k]! * strength;
  }
}

/** Returns how many bytes the folds use in the machine's memory. */
export const foldsBytes = ({ width, height }: Box): number =>
  fieldBytes(width >> SHIFT, height >> SHIFT) + textureBytes(width, height);

/** Returns how deep a pose makes a fold, 0 to 1: by a smile most, by an open or wide mouth less; round lips smooth it. */
function depthOf(pose: FacePose, side: 'Left' | 'Right'): number {
  const smile = Math.max(0, pose[`mouthSmile${side}`] - 0.35) * 1.25;
  const speech = 0.6 * pose.jawOpen + 0.7 * pose[`mouthUpperUp${side}`] + 0.4 * pose[`mouthStretch${side}`];
  return clamp(smile + speech - 0.6 * pose.mouthPucker);
}

function paintFold(
  person: Photo,
  { x: left, y: top, width, height }: Box,
  places: readonly (readonly [x: number, y: number])[],
  cheek: 1 | -1,
  scale: number,
): { offsets: Uint32Array; colours: Float32Array } {
  const [offsets, colours]: [number[], number[]] = [[], []];
  const xs = places.map(([x]) => x - left);
  const first = Math.max(0, Math.floor(Math.min(...xs) - REACH * scale));
  const end = Math.min(width, Math.max(...xs) + REACH * scale);
  for (let y = 0; y < height; y++) {
    for (let x = first; x < end; x++) {
      const { along, aside } = positionAlong(places, left + x + 0.5, top + y + 0.5);
      const far = (aside * cheek) / scale;
      const ends = Math.sin(Math.PI * (0.08 + 0.9 * along)) ** 0.8;
      const bell = (from: number, wide: number) => ends * Math.exp(-(((far - from) / wide) ** 2));
      const shade = SHADE.opacity * bell(0, far > 0 ? SHADE.cheek : SHADE.mouth);
      const light = far > 0 ? LIGHT.opacity * bell(LIGHT.at, LIGHT.wide) : 0;
      if (shade + light < MIN_OPACITY) continue;
      const skin = pixelAt(person, left + x, top + y);
      offsets.push((y * width + x) * 4);
      for (let k = 0; k < 3; k++) {
        const [dark, bright] = [SHADE, LIGHT].map(({ ofSkin }) =>
          Math.min(255, person.pixels[skin + k]! * ofSkin[k]!),
        );
        colours.push(dark! * shade + bright! * light);
      }
      colours.push(255 * (shade + light));
    }
  }
  return { offsets: Uint32Array.from(offsets), colours: Float32Array.from(colours) };
}

/** Returns where along a line its nearest place to a position is, 0 to 1, and the distance; negative on the line's left. */
function positionAlong(
  places: readonly (readonly [x: number, y: number])[],
  x: number,
  y: number,
): { along: number; aside: number } {
  let [along, aside] = [0, Number.POSITIVE_INFINITY];
  for (let k = 0; k < places.length - 1; k++) {
    const [[ax, ay], [bx, by]] = [places[k]!, places[k + 1]!];
    const [dx, dy] = [bx - ax, by - ay];
    const t = clamp(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy));
    const [ox, oy] = [x - ax - dx * t, y - ay - dy * t];
    const far = Math.hypot(ox, oy);
    if (far >= Math.abs(aside)) continue;
    along = (k + t) / (places.length - 1);
    aside = Math.sign(dx * oy - dy * ox) * far;
  }
  return { along, aside };
}
