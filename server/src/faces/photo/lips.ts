import { clamp } from '../../lib/clamp.ts';
import type { FacePose } from '../director/face-pose.ts';
import type { FaceMesh } from './face-mesh.ts';
import { LIP_COLUMNS, LOWER_LIP, UPPER_LIP } from './mesh-points.ts';

/** Numbers of a column of the lips, in face units. */
interface Column {
  x: number;
  /** Of the inner edges. */
  upper: number;
  lower: number;
  /** From the inner to the outer edges. */
  thickUpper: number;
  thickLower: number;
}

/** Of a mouth at its widest opening in speech, and how far the chin goes down then, in face units. */
const OPENING = 0.145;
const JAW_DROP = 0.1;
/** Of a mouth at rest beside the eyes, and of its lips; a smile is wider and thinner. */
const WIDTH = 0.53;
const UPPER = 0.062;
const LOWER = 0.082;
/** Of a lower lip that the upper teeth bite, below the edge of the upper lip at rest; and how far that is raised then. */
const BITE_BELOW = 0.02;
const BITE_ABOVE = 0.006;
/** The part of rounded lips that is open. */
const ROUND_INNER = 0.64;
/** A mouth that is open less in the picture counts as closed. */
const CLOSED = 0.022;
/** The smile of a face at rest: the one that a picture shows. */
export const PLAIN_SMILE = 0.32;

const mix = (a: number, b: number, t: number) => a + (b - a) * t;

/**
 * The lips of one picture: where a pose takes them. A laughing, an open and a closed mouth have the same shapes in
 * speech, because these are told in a frame of the face and not of the picture's mouth.
 */
export class Lips {
  /** The picture shows an open mouth. */
  readonly isOpen: boolean;
  readonly centreX: number;
  readonly centreY: number;
  /** The middle of the upper lip's inner edge, at rest: where the upper teeth hang. */
  readonly edgeY: number;
  readonly half: number;
  readonly #mesh: FaceMesh;
  readonly #picture: Column[];
  readonly #rest: Column[];
  /** From the inner edge: the places of the rows within the lips. */
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
    const relaxed = Math.min(ownWidth, this.isOpen ? mix(ownWidth, WIDTH, 0.6) : mix(ownWidth, WIDTH, 0.3));
    const cornersY = (y[left]! + y[right]!) / 2;
    // The teeth keep their place as a lip closes over them: it comes down, most of the way the lower lip comes up.
    const lineY = this.isOpen ? mix(middle.upper, middle.lower, 0.42) : (middle.upper + middle.lower) / 2;
    this.centreY = lineY;
    this.edgeY = this.isOpen ? middle.upper : lineY;
    this.half = relaxed / 2;
    const slope = (y[right]! - y[left]!) / ownWidth;
    // Of a smile, the corners' rise relaxes with the width.
    const rise = (lineY - cornersY) * (this.isOpen ? 0.35 : 1);
    this.#rest = this.#picture.map((own, k) => {
      const u = (k - 5) / 5;
      const arc = (1 - u * u) ** 0.6;
      const line = lineY - rise * u * u + slope * u * this.half;
      const ownLine = (own.upper + own.lower) / 2;
      const share = this.isOpen ? 0.55 : 0.15;
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
  }

  /** How far the chin goes down. */
  drop(pose: FacePose): number {
    return Math.max(clamp(pose.jaw, 0, 1.1) * JAW_DROP, this.#opening(pose) * 0.6);
  }

  /** How far the mouth is told by the pose, 0..1; the rest is told by the picture, whose laugh only speech or grief ends. */
  told(pose: FacePose): number {
    const own = this.isOpen ? -1.5 * pose.smile : Math.max(pose.open / 0.15, pose.press, pose.round);
    return Math.max(clamp(pose.speech), clamp(own));
  }

  #opening(pose: FacePose): number {
    return clamp(pose.open, 0, 1.1) * OPENING;
  }

  /** Writes the places of all points of the lips to `toX`, `toY`. */
  place(pose: FacePose, toX: Float64Array, toY: Float64Array): void {
    const told = this.told(pose);
    const smile = clamp(pose.smile, -1, 1) - PLAIN_SMILE;
    for (let k = 0; k < LIP_COLUMNS; k++) {
      const spoken = this.#speak(k, pose, smile);
      const shown = this.#smile(this.#picture[k]!, k, this.isOpen && smile > 0 ? smile * 0.3 : smile);
      this.#write(
        k,
        {
          x: mix(shown.x, spoken.x, told),
          upper: mix(shown.upper, spoken.upper, told),
          lower: mix(shown.lower, spoken.lower, told),
          thickUpper: mix(shown.thickUpper, spoken.thickUpper, told),
          thickLower: mix(shown.thickLower, spoken.thickLower, told),
        },
        told,
        toX,
        toY,
      );
    }
  }

  #smile(column: Column, k: number, smile: number): Column {
    const u = (k - 5) / 5;
    const lift = smile * 0.065 * u * u;
    const wider = 1 + smile * (smile > 0 ? 0.1 : 0.03);
    const x = this.centreX + (column.x - this.centreX) * wider;
    return { ...column, x, upper: column.upper - lift, lower: column.lower - lift };
  }

  #speak(k: number, pose: FacePose, smile: number): Column {
    const round = clamp(pose.round);
    const rest = this.#rest[k]!;
    const base = this.#smile(rest, k, smile * 0.8);
    // Columns stand closer towards the corners: a round mouth is told by where they are.
    const u = clamp((rest.x - this.centreX) / this.half, -1, 1);
    const arc = Math.sqrt(1 - u * u);
    // Between rounded lips only the middle is open.
    const inner = Math.min(1, Math.abs(u) / ROUND_INNER);
    const width = (1 + clamp(pose.widen) * 0.1) * (1 - round * 0.4);
    const opening = this.#opening(pose);
    const bite = clamp(pose.bite);
    const profile = mix((1 - u * u) ** 1.15, Math.sqrt(1 - inner * inner), round);
    // Rounded lips open around their middle, spread ones with the jaw.
    const share = mix(0.22, 0.45, round) + clamp(pose.upper) * 0.2 * (1 - round);
    const raised = opening * share * profile;
    const lowered = opening * (1 - share) * profile;
    const pressed = 1 - clamp(pose.press) * 0.3;
    const pushed = 1 + round * 0.22;
    // A round mouth has a flat line between its lips.
    const flat = clamp(round * 1.25);
    const line = mix((base.upper + base.lower) / 2, this.centreY, flat);
    const push = (thick: number, least: number) =>
      mix(thick, Math.max(thick, least * arc), flat) * pressed * pushed;
    // The lower lip comes up to the end of the upper teeth, and a little behind it.
    const bitten = this.edgeY + BITE_BELOW;
    return {
      x: this.centreX + (base.x - this.centreX) * width,
      upper: mix(line - raised, Math.min(line - raised, this.edgeY - BITE_ABOVE), bite * profile),
      lower: mix(line + lowered, bitten, bite * profile),
      thickUpper: push(base.thickUpper, UPPER) * (1 - clamp(pose.upper) * 0.12),
      thickLower: push(base.thickLower, LOWER) * (1 - bite * 0.4),
    };
  }

  #write(k: number, column: Column, told: number, toX: Float64Array, toY: Float64Array): void {
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
        toY[u] = middle + away * (1 - told * 0.5);
        continue;
      }
      toX[u] = this.centreX + (x[u]! - this.centreX) * scale;
      toY[u] = column.upper - column.thickUpper * place(inUpper);
      toX[l] = this.centreX + (x[l]! - this.centreX) * scale;
      toY[l] = column.lower + column.thickLower * place(inLower);
    }
  }
}
