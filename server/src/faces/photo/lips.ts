import { clamp } from '../../lib/clamp.ts';
import { mix } from '../../lib/interpolate.ts';
import type { FacePose } from '../director/face-pose.ts';
import type { FaceMesh } from './face-mesh.ts';
import { BELOW_LIP, LIP_COLUMNS, LOWER_LIP, UPPER_LIP } from './mesh-points.ts';

/** The measurements of a column of the lips, in face units. */
interface Column {
  x: number;
  /** The positions of the lips' inner edges. */
  upper: number;
  lower: number;
  /** The distances from the inner to the outer edges. */
  thickUpper: number;
  thickLower: number;
}

/** The width of a mouth at rest and the thickness of its lips, in face units; a smile is wider and thinner. */
const WIDTH = 0.53;
const UPPER = 0.062;
const LOWER = 0.082;
/** A mouth that is open less than this in the picture counts as closed. */
const CLOSED = 0.022;
/** The fraction of their thickness at rest that lips keep in every pose, and how far their inside may cover it. */
const MIN_THICK = 0.65;
const MIN_UNCOVERED = 0.55;
/** The fraction of its height at rest that the skin below the lips keeps. */
const MIN_BELOW = 0.4;
/** The fraction of their height relative to the opening that the corners of rounded lips lose. */
const CORNERS_FALL = 0.6;
/** How much a funnel rounds the lips relative to a pucker. */
const OF_FUNNEL = 0.4;
/**
 * For rounded lips: half the width of their opening as a fraction of the mouth's, and the fraction of its height above
 * the corners.
 */
const OVAL_WIDTH = 0.73;
const OVAL_ABOVE = 0.42;
/** Thickness limits of rounded lips, relative to rest: the upper lip does not swell and the lower one does not vanish. */
const ROUND_THICK = { maxUpper: 1, minLower: 0.95 };

/**
 * The bow of an open upper lip: how far its middle hangs and the parts beside it rise, in face units, and the
 * openings between which it appears.
 */
const BOW = [0, 0, -0.001, -0.003, 0.001, 0.005, 0.001, -0.003, -0.001, 0, 0];
const BOW_OPENINGS = { from: 0.03, fully: 0.09 };

/**
 * The lips of one picture, and how they come to rest on each other. Laughing, open and closed mouths have the same
 * shapes in speech, which are described from the lips at rest.
 */
export class Lips {
  /** Whether the picture shows an open mouth. */
  readonly isOpen: boolean;
  readonly centreX: number;
  /** The line between the lips at rest, above which the upper teeth hang. */
  readonly centreY: number;
  readonly half: number;
  /** The positions of the points of the lips when they rest on each other. */
  readonly shutX: Float64Array;
  readonly shutY: Float64Array;
  readonly #mesh: FaceMesh;
  readonly #picture: Column[];
  readonly #rest: Column[];
  /** The positions of the rows within the lips, from the inner edge. */
  readonly #within: { upper: number[][]; lower: number[][] };

  constructor(mesh: FaceMesh) {
    this.#mesh = mesh;
    const { x, y } = mesh;
    const [[uo, , , ui], [lo, , , li]] = [UPPER_LIP, LOWER_LIP];
    this.#picture = ui.map((point, k) => ({
      x: (x[point]! + x[li[k]!]!) / 2,
      upper: y[point]!,
      lower: y[li[k]!]!,
      thickUpper: Math.max(0.004, y[point]! - y[uo[k]!]!),
      thickLower: Math.max(0.004, y[lo[k]!]! - y[li[k]!]!),
    }));
    const middle = { ...this.#picture[5]! };
    const [left, right] = [uo[0], uo[10]];
    this.isOpen = middle.lower - middle.upper > CLOSED;
    if (!this.isOpen)
      for (const column of this.#picture) column.upper = column.lower = (column.upper + column.lower) / 2;
    this.centreX = (x[left]! + x[right]!) / 2;
    const half = (x[right]! - x[left]!) / 2;
    const ownWidth = 2 * half;
    const relaxed = this.isOpen ? Math.min(ownWidth, mix(ownWidth, WIDTH, 0.6)) : ownWidth;
    const cornersY = (y[left]! + y[right]!) / 2;
    // The upper lip comes down, and the lower lip comes up most of the way.
    const lineY = this.isOpen ? mix(middle.upper, middle.lower, 0.42) : (middle.upper + middle.lower) / 2;
    this.centreY = lineY;
    this.half = relaxed / 2;
    const slope = (y[right]! - y[left]!) / ownWidth;
    // In a smile, the rise of the corners relaxes with the width.
    const rise = (lineY - cornersY) * (this.isOpen ? 0.35 : 1);
    this.#rest = this.#picture.map((own, k) => {
      const u = (k - 5) / 5;
      const arc = (1 - u * u) ** 0.6;
      const line = lineY - rise * u * u + slope * u * this.half;
      const ownLine = (own.upper + own.lower) / 2;
      const share = this.isOpen ? 0.55 : 0;
      return {
        x: this.centreX + ((own.x - this.centreX) * relaxed) / ownWidth,
        upper: this.isOpen ? line : ownLine,
        lower: this.isOpen ? line : ownLine,
        thickUpper: mix(own.thickUpper, Math.max(own.thickUpper, UPPER * arc), share),
        thickLower: mix(own.thickLower, Math.max(own.thickLower, LOWER * arc), share),
      };
    });
    const places = (rows: typeof UPPER_LIP | typeof LOWER_LIP) =>
      [1, 2].map((row) =>
        rows[0].map((outer, k) => {
          const inner = rows[3][k]!;
          return clamp((y[rows[row]![k]!]! - y[inner]!) / (y[outer]! - y[inner]! || 1), 0.1, 0.9);
        }),
      );
    this.#within = { upper: places(UPPER_LIP), lower: places(LOWER_LIP) };
    [this.shutX, this.shutY] = [x.slice(), y.slice()];
    this.#rest.forEach((column, k) => {
      this.#write(k, column, this.shutX, this.shutY);
    });
  }

  /** How far the pose, not the picture, shapes the mouth, 0 to 1: only speech or grief ends the picture's laugh. */
  poseShare({ speech, mouthFrownLeft, mouthFrownRight }: FacePose): number {
    return this.isOpen ? clamp(Math.max(speech, mouthFrownLeft + mouthFrownRight)) : 1;
  }

  /** How round the pose makes the lips, 0 to 1. */
  roundness(pose: FacePose): number {
    return this.poseShare(pose) * clamp(2 * (pose.mouthPucker + OF_FUNNEL * pose.mouthFunnel) - 0.15);
  }

  /** Opens rounded lips as an oval instead of the diamond that blend shapes produce. */
  round(x: Float64Array, y: Float64Array, pose: FacePose): void {
    const share = this.roundness(pose);
    const [upper, lower] = [UPPER_LIP[3], LOWER_LIP[3]];
    const last = LIP_COLUMNS - 1;
    const [left, right] = [upper[0], upper[last]!];
    const middle = last / 2;
    const gap = y[lower[middle]!]! - y[upper[middle]!]!;
    const half = (x[right]! - x[left]!) / 2;
    if (share <= 0 || gap <= 0 || half <= 0) return;
    const centreX = (x[left]! + x[right]!) / 2;
    const cornersY = (y[left]! + y[right]!) / 2;
    const line = y[upper[middle]!]! + gap * OVAL_ABOVE;
    // The corners of rounded lips are not pulled up.
    const fall = (line - cornersY) * share * CORNERS_FALL;
    for (const row of UPPER_LIP) for (const corner of [row[0], row[last]!]) y[corner]! += fall;
    for (let k = 1; k < last; k++) {
      const u = ((x[upper[k]!]! + x[lower[k]!]!) / 2 - centreX) / half;
      const high = gap * Math.sqrt(Math.max(0, 1 - (u / OVAL_WIDTH) ** 2));
      const at = mix(line, cornersY + fall, u * u);
      // Beside the oval, lips meet before they are fully round: a slit would be left.
      const here = high > 0 ? share : clamp(2 * share - 0.6);
      y[upper[k]!] = mix(y[upper[k]!]!, at - high * OVAL_ABOVE, here);
      y[lower[k]!] = mix(y[lower[k]!]!, at + high * (1 - OVAL_ABOVE), here);
      const { thickUpper, thickLower } = this.#rest[k]!;
      const [outerUpper, outerLower] = [UPPER_LIP[0][k]!, LOWER_LIP[0][k]!];
      const highest = y[upper[k]!]! - thickUpper * ROUND_THICK.maxUpper;
      const lowest = y[lower[k]!]! + thickLower * ROUND_THICK.minLower;
      y[outerUpper] = mix(y[outerUpper]!, Math.max(y[outerUpper]!, highest), share);
      y[outerLower] = mix(y[outerLower]!, Math.max(y[outerLower]!, lowest), share);
    }
  }

  /** Keeps the upper lip above the lower one, and the rows of each in order. */
  keepShape(y: Float64Array, pose: FacePose): void {
    const { from, fully } = BOW_OPENINGS;
    const gap = y[LOWER_LIP[3][5]]! - y[UPPER_LIP[3][5]]!;
    const open = clamp((gap - from) / (fully - from)) * (1 - this.roundness(pose));
    UPPER_LIP[3].forEach((point, k) => {
      y[point]! += BOW[k]! * open;
    });
    for (let k = 1; k < LIP_COLUMNS - 1; k++) {
      const [upper, lower] = [UPPER_LIP[3][k]!, LOWER_LIP[3][k]!];
      const { thickUpper, thickLower } = this.#rest[k]!;
      const [outerUpper, outerLower] = [UPPER_LIP[0][k]!, LOWER_LIP[0][k]!];
      // Lips that are pushed out show their inside, which does not extend beyond them.
      y[upper] = Math.max(y[upper]!, y[outerUpper]! + thickUpper * MIN_UNCOVERED);
      y[lower] = Math.min(y[lower]!, y[outerLower]! - thickLower * MIN_UNCOVERED);
      if (y[upper]! > y[lower]!) y[upper] = y[lower] = (y[upper]! + y[lower]!) / 2;
      y[outerUpper] = Math.min(y[outerUpper]!, y[upper]! - thickUpper * MIN_THICK);
      y[outerLower] = Math.max(y[outerLower]!, y[lower]! + thickLower * MIN_THICK);
      for (const row of [1, 2] as const) {
        y[UPPER_LIP[row][k]!] = mix(y[upper]!, y[outerUpper]!, this.#within.upper[row - 1]![k]!);
        y[LOWER_LIP[row][k]!] = mix(y[lower]!, y[outerLower]!, this.#within.lower[row - 1]![k]!);
      }
    }
    // A lip that is pushed out hides the fold below it without turning it over.
    BELOW_LIP.forEach((below, i) => {
      const outer = LOWER_LIP[0][i + 3]!;
      const apart = this.#mesh.y[below]! - this.#mesh.y[outer]!;
      y[below] = Math.max(y[below]!, y[outer]! + apart * MIN_BELOW);
    });
  }

  #write(k: number, column: Column, toX: Float64Array, toY: Float64Array): void {
    const { x } = this.#mesh;
    const own = this.#picture[k]!;
    const isCorner = k === 0 || k === LIP_COLUMNS - 1;
    const scale = own.x === this.centreX ? 1 : (column.x - this.centreX) / (own.x - this.centreX);
    const { upper: inUpper, lower: inLower } = this.#within;
    for (let row = 0; row < 4; row++) {
      const [u, l] = [UPPER_LIP[row]![k]!, LOWER_LIP[row]![k]!];
      const place = (rows: number[][]) => (row === 0 ? 1 : row === 3 ? 0 : rows[row - 1]![k]!);
      if (isCorner) {
        const sourceX = x[u]!;
        toX[u] = this.centreX + (sourceX - this.centreX) * scale;
        const middle = (column.upper + column.lower) / 2;
        const away = this.#mesh.y[u]! - (own.upper + own.lower) / 2;
        toY[u] = middle + away * (this.isOpen ? 0.5 : 1);
        continue;
      }
      toX[u] = this.centreX + (x[u]! - this.centreX) * scale;
      toY[u] = column.upper - column.thickUpper * place(inUpper);
      toX[l] = this.centreX + (x[l]! - this.centreX) * scale;
      toY[l] = column.lower + column.thickLower * place(inLower);
    }
  }
}
