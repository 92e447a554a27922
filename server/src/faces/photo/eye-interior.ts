import { type Canvas, createCanvas, ImageData, type Path2D, type SKRSContext2D } from '@napi-rs/canvas';
import { clamp } from '../../lib/clamp.ts';
import type { FacePose } from '../director/face-pose.ts';
import type { Box } from '../warp/frame-target.ts';
import { band, curve, drawClosingLid } from './closing-lid.ts';
import { Drift, differVisibly } from './drift.ts';
import { type FaceMesh, type Iris, toFrame } from './face-mesh.ts';
import { cutBox, type Photo, pixelAt } from './frame-photo.ts';
import type { MeshMotion } from './mesh-motion.ts';
import { EYES, type EyePoints } from './mesh-points.ts';
import { lumaOf } from './picture-tint.ts';

/** How far an iris moves at most, in half widths of its eye. */
const MAX_IRIS_ASIDE = 0.34;
const MAX_IRIS_UP = 0.16;
/** The depth of the eyes behind the lids. */
const DEPTH = 0.02;

/** The strokes of the upper lid's shadow on a painted eye: width in face units, and opacity. */
const LID_SHADOW = [
  [0.1, 0.16],
  [0.055, 0.24],
  [0.022, 0.34],
] as const;

/** The brightness of rendered lashes relative to the darkest part of the lid: light shines between the hairs. */
const PAINTED_LASH_BRIGHTNESS = 0.55;
/** The height of a lower lid's wet rim, which covers the bottom of a painted iris, in face units. */
const WET_RIM = 0.006;

/** An iris in the frame, with the lids in the column of its centre. */
interface ShownIris extends Iris {
  top: number;
  bottom: number;
  /** The corners of the eye. */
  left: number;
  right: number;
}

/** Where an eye looks, -1 to 1; right and down in the picture are positive. */
interface Gaze {
  x: number;
  y: number;
}

interface Eye {
  points: EyePoints;
  drift: Drift;
  /** Its position in face units. */
  x: number;
  y: number;
  half: number;
  iris: ShownIris | undefined;
  /** The colour of its lashes: the darkest along the upper lid. */
  lash: string;
  /** The eye as in the picture, the eye without its iris, and the whole iris. */
  own: Canvas;
  white: Canvas;
  disc: Canvas | undefined;
  /** Whether the picture has neither an iris nor a lid's shadow on it. */
  isPainted: boolean;
}

/** The eyeballs, over which the lids slide, on a canvas over a box of the frame, in their positions at rest. */
export class EyeInterior {
  readonly canvas: Canvas;
  readonly box: Box;
  readonly #ctx: SKRSContext2D;
  readonly #mesh: FaceMesh;
  readonly #motion: MeshMotion;
  readonly #eyes: readonly Eye[];
  /** The gaze of each eye that was last drawn. */
  #drawn: readonly Gaze[] = [];

  /** `disc` is the iris of a person whose picture has none. */
  constructor(photo: Photo, mesh: FaceMesh, motion: MeshMotion, box: Box, disc?: Canvas) {
    this.box = box;
    this.#mesh = mesh;
    this.#motion = motion;
    this.canvas = createCanvas(box.width, box.height);
    this.#ctx = this.canvas.getContext('2d');
    this.#eyes = EYES.map((points) => this.#createEye(photo, points, disc));
  }

  /** Draws the eyes in the pose that the motion has taken. Returns false if they have only moved with the head. */
  draw(pose: FacePose): boolean {
    const { frameX, frameY } = this.#motion;
    const changed = this.#eyes.map(({ drift }) => drift.follow(frameX, frameY));
    const gazes = gazesOf(pose);
    if (!changed.includes(true) && !this.#gazeHasMoved(gazes)) return false;
    const ctx = this.#ctx;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.clearRect(0, 0, this.box.width, this.box.height);
    this.#eyes.forEach((eye, i) => {
      this.#drawEye(eye, gazes[i]!);
      eye.drift.record(frameX, frameY);
    });
    this.#drawn = gazes;
    return true;
  }

  /** How far the left and the right eye have moved from their positions on the canvas. */
  get drifts(): readonly Drift[] {
    return this.#eyes.map(({ drift }) => drift);
  }

  #gazeHasMoved(gazes: readonly Gaze[]): boolean {
    return this.#eyes.some(({ half }, i) => {
      const wide = half * this.#mesh.scale;
      const [now, drawn] = [gazes[i]!, this.#drawn[i]];
      return (
        !drawn ||
        differVisibly(now.x * wide * MAX_IRIS_ASIDE, drawn.x * wide * MAX_IRIS_ASIDE) ||
        differVisibly(now.y * wide * MAX_IRIS_UP, drawn.y * wide * MAX_IRIS_UP)
      );
    });
  }

  #drawEye(eye: Eye, gaze: Gaze): void {
    const { points, x, y, half, iris, own, white, disc, isPainted, lash, drift } = eye;
    const { upper, lower } = points;
    const middle = upper.length >> 1;
    const gap = this.#motion.y[lower[middle]!]! - this.#motion.y[upper[middle]!]!;
    const ctx = this.#ctx;
    const { frameX, frameY } = this.#motion;
    const { angle, scale, originX, originY } = this.#mesh;
    const place = [1, 0, 0, 1, -this.box.x - drift.x, -this.box.y - drift.y] as const;
    ctx.setTransform(...place);
    if (gap * scale > 0.7) {
      ctx.save();
      const between = openingPath(points, frameX, frameY);
      ctx.clip(between);
      const [ax, ay, bx, by, ox, oy] = this.#motion.planeAt(x, y, this.#mesh.z[upper[middle]!]! + DEPTH);
      ctx.transform(ax, ay, bx, by, ox, oy);
      ctx.scale(1 / scale, 1 / scale);
      ctx.rotate(-angle);
      ctx.translate(-originX, -originY);
      if (!isPainted) ctx.drawImage(own, this.box.x, this.box.y);
      // Eyes that look straight ahead are taken from the picture.
      const away = isPainted ? 1 : clamp(Math.hypot(gaze.x, gaze.y) * 6 - 0.2);
      if (iris && disc && away > 0) {
        ctx.globalAlpha = away;
        ctx.drawImage(white, this.box.x, this.box.y);
        const aside = gaze.x * half * MAX_IRIS_ASIDE * scale;
        const down = gaze.y * half * MAX_IRIS_UP * scale;
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        ctx.globalAlpha = 1;
        ctx.translate(aside * c - down * s, aside * s + down * c);
        if (isPainted) {
          // The rim of the lower lid is part of the picture, in front of the iris.
          ctx.save();
          const now = ctx.getTransform();
          ctx.setTransform(...place);
          ctx.translate(0, -WET_RIM * scale * clamp(gap / this.#openingOf(points)));
          ctx.clip(between);
          ctx.setTransform(now);
          const { radius } = iris;
          ctx.drawImage(disc, iris.x - radius, iris.y - radius, 2 * radius, 2 * radius);
          ctx.restore();
        } else {
          const size = disc.width / 2;
          // The disc begins on a whole pixel of the picture.
          ctx.drawImage(disc, Math.floor(iris.x) - size, Math.floor(iris.y) - size);
        }
      }
      if (isPainted) {
        ctx.setTransform(...place);
        this.#drawLidShadow(upper);
      }
      ctx.restore();
    }
    drawClosingLid(ctx, points, clamp(1 - gap / this.#openingOf(points)), {
      x: frameX,
      y: frameY,
      scale,
      lash,
      isPainted,
    });
  }

  /** Draws the upper lid's shadow on the eye. The canvas is clipped to its opening. */
  #drawLidShadow(upper: readonly number[]): void {
    const ctx = this.#ctx;
    const { frameX, frameY } = this.#motion;
    for (const [width, alpha] of LID_SHADOW) {
      ctx.fillStyle = `rgba(38,14,16,${alpha})`;
      ctx.fill(band(upper, frameX, frameY, (this.#mesh.scale * width) / 2, () => 1));
    }
  }

  #openingOf({ upper, lower }: EyePoints): number {
    const middle = upper.length >> 1;
    return Math.max(0.01, this.#mesh.y[lower[middle]!]! - this.#mesh.y[upper[middle]!]!);
  }

  #createEye(photo: Photo, points: EyePoints, painted: Canvas | undefined): Eye {
    const { upper, lower } = points;
    const { x, y } = this.#mesh;
    const [left, right] = [upper[0]!, upper.at(-1)!];
    const iris = this.#shownIris(photo, points, painted !== undefined);
    const eye = {
      points,
      drift: new Drift([...upper, ...lower], ...toFrame(this.#mesh)),
      x: (x[left]! + x[right]!) / 2,
      y: (y[left]! + y[right]! + y[upper[4]!]! + y[lower[4]!]!) / 4,
      half: (x[right]! - x[left]!) / 2,
      iris,
      lash: this.#lashColour(photo, points, painted ? PAINTED_LASH_BRIGHTNESS : 1),
    };
    const pixels = new Uint8ClampedArray(photo.pixels);
    const own = cutBox(photo, pixels, this.box);
    if (painted) return { ...eye, own, white: own, disc: painted, isPainted: true };
    const disc = iris && cutDisc(photo, iris);
    if (iris) coverIris(pixels, photo, iris);
    return { ...eye, own, white: cutBox(photo, pixels, this.box), disc, isPainted: false };
  }

  /** Returns the iris that belongs to these lids; undefined if what was found is not an iris. */
  #shownIris(photo: Photo, { upper, lower }: EyePoints, isKnown: boolean): ShownIris | undefined {
    const [xs, ys] = toFrame(this.#mesh);
    const iris = this.#mesh.irises[upper === EYES[0].upper ? 0 : 1];
    const [left, right] = [xs[upper[0]!]!, xs[upper.at(-1)!]!];
    const part = iris.radius / (right - left);
    if (!(part > 0.12 && part < 0.4 && iris.x > left && iris.x < right)) return undefined;
    const k = upper.findIndex((point) => xs[point]! >= iris.x);
    const at = (row: readonly number[]) => (ys[row[k - 1]!]! + ys[row[k]!]!) / 2;
    const shown = { ...iris, top: at(upper), bottom: at(lower), left, right };
    return isKnown ? shown : fitIrisBorder(photo, shown);
  }

  #lashColour(photo: Photo, { upper }: EyePoints, part: number): string {
    const [xs, ys] = toFrame(this.#mesh);
    const reach = Math.ceil(this.#mesh.scale * 0.02);
    const sum = [0, 0, 0];
    const points = upper.slice(2, -2);
    for (const point of points) {
      let darkest = [255, 255, 255];
      for (let dy = -reach; dy <= 1; dy++) {
        const at = pixelAt(photo, xs[point]!, ys[point]! + dy);
        const [r, g, b] = photo.pixels.subarray(at, at + 3) as unknown as [number, number, number];
        if (lumaOf(r, g, b) < lumaOf(darkest[0]!, darkest[1]!, darkest[2]!)) darkest = [r, g, b];
      }
      for (let k = 0; k < 3; k++) sum[k]! += darkest[k]! / points.length;
    }
    return `rgb(${sum.map((value) => Math.round(value * part)).join(',')})`;
  }
}

/** Returns the gaze of the picture's left and right eye. */
function gazesOf(pose: FacePose): readonly Gaze[] {
  return [
    {
      x: clamp(pose.eyeLookInRight - pose.eyeLookOutRight, -1, 1),
      y: clamp(pose.eyeLookDownRight - pose.eyeLookUpRight, -1, 1),
    },
    {
      x: clamp(pose.eyeLookOutLeft - pose.eyeLookInLeft, -1, 1),
      y: clamp(pose.eyeLookDownLeft - pose.eyeLookUpLeft, -1, 1),
    },
  ];
}

/** Returns the rounded opening between the lids. */
function openingPath({ upper, lower }: EyePoints, x: Float64Array, y: Float64Array): Path2D {
  const path = curve(upper, x, y);
  curve([...lower].reverse(), x, y, path);
  path.closePath();
  return path;
}

/**
 * Fits the border of an iris to where it becomes brighter on both sides, because painted people have larger irises than
 * the network expects.
 */
function fitIrisBorder(photo: Photo, iris: ShownIris): ShownIris {
  const { pixels } = photo;
  const { x, y, radius, left, right } = iris;
  const luma = (turn: number, middle: number, at: number) => {
    const px = clamp(middle + Math.cos(turn) * at, left, right);
    const spot = pixelAt(photo, px, y + Math.sin(turn) * at);
    return Math.min(200, lumaOf(pixels[spot]!, pixels[spot + 1]!, pixels[spot + 2]!));
  };
  const step = (side: number, middle: number, at: number) =>
    [-0.35, -0.1, 0.15, 0.4]
      .map((turn) => side + (side === 0 ? turn : -turn))
      .reduce((sum, turn) => sum + luma(turn, middle, at * 1.12) - luma(turn, middle, at * 0.88), 0);
  let best = { ...iris, reach: 0 };
  for (let aside = -0.25; aside <= 0.25; aside += 0.05) {
    const middle = x + aside * radius;
    for (let part = 0.85; part <= 1.5; part += 0.05) {
      const reach = Math.min(step(0, middle, radius * part), step(Math.PI, middle, radius * part));
      if (reach > best.reach) best = { ...iris, x: middle, radius: radius * part, reach };
    }
  }
  return best;
}

/** Cuts out the iris as a whole disc with a soft border. The part that a lid covers is taken from the opposite side. */
function cutDisc(photo: Photo, { x, y, radius, top, bottom }: ShownIris): Canvas {
  const size = Math.ceil(radius + 2);
  const canvas = createCanvas(size * 2, size * 2);
  const image = new ImageData(size * 2, size * 2);
  for (let row = 0; row < size * 2; row++) {
    for (let col = 0; col < size * 2; col++) {
      // Aligned with the pixels of the picture.
      const [px, py] = [Math.floor(x) - size + col + 0.5, Math.floor(y) - size + row + 0.5];
      const [dx, dy] = [px - x, py - y];
      const alpha = clamp(radius - Math.hypot(dx, dy) + 0.8);
      const isHidden = py < top + 1 || py > bottom - 1;
      const fromY = isHidden ? clamp(y - dy, top + 1, bottom - 1) : py;
      const from = pixelAt(photo, px, fromY);
      const at = (row * size * 2 + col) * 4;
      for (let k = 0; k < 3; k++) image.data[at + k] = photo.pixels[from + k]!;
      image.data[at + 3] = alpha * 255;
    }
  }
  canvas.getContext('2d').putImageData(image, 0, 0);
  return canvas;
}

/** Paints the white of the eye over its iris, from lid to lid, using the white beside it in rows that no lid shades. */
function coverIris(to: Uint8ClampedArray, photo: Photo, iris: ShownIris): void {
  const { pixels } = photo;
  const { x, radius, top, bottom, left, right } = iris;
  const reach = radius * 1.15;
  const margin = (right - left) * 0.1;
  const sides = [x - reach, x + reach] as const;
  // An iris in a corner leaves no white on that side.
  const isWhite = [sides[0] > left + margin, sides[1] < right - margin];
  const from = isWhite[0] || !isWhite[1] ? sides[0] : sides[1];
  const until = isWhite[1] || !isWhite[0] ? sides[1] : sides[0];
  const tall = bottom - top;
  for (let row = Math.floor(top - tall * 0.3); row <= bottom + tall * 0.3; row++) {
    const fromY = clamp(row, top + tall * 0.45, top + tall * 0.65);
    const ends = [from, until].map((side) => pixelAt(photo, side, fromY));
    const shade = 1 - 0.25 * clamp(1 - (row - top) / (tall * 0.45));
    for (let col = Math.floor(sides[0]); col <= sides[1]; col++) {
      const t = clamp((col - sides[0]) / (sides[1] - sides[0]));
      // Blends with the neighbouring pixels without an edge.
      const part = clamp(Math.min(t, 1 - t) * 10);
      const at = pixelAt(photo, col, row);
      for (let k = 0; k < 3; k++) {
        const white = (pixels[ends[0]! + k]! * (1 - t) + pixels[ends[1]! + k]! * t) * shade;
        to[at + k] = to[at + k]! * (1 - part) + white * part;
      }
    }
  }
}
