import { clamp } from '../../lib/clamp.ts';
import type { FacePose } from '../director/face-pose.ts';
import { type FaceMesh, toFrame } from './face-mesh.ts';
import type { MeshMotion } from './mesh-motion.ts';
import { BLINKS, EYES, LIP_COLUMNS, LOWER_LIP, UPPER_LIP } from './mesh-points.ts';
import type { Corners } from './triangle-field.ts';

/** How far inside the lips their colour is sampled if the mouth opens: at their edges the picture has teeth or dark. */
const SAMPLE_INSIDE_OPEN = 1.1;
const SAMPLE_INSIDE_SHUT = 0.9;
/** How far inside the lips their colour is sampled at the corners of rounded lips. */
const CORNER_ROUND = 0.85;

/** The two edges of each opening of the mesh, column by column. */
const EDGES = [
  { upper: UPPER_LIP[3], lower: LOWER_LIP[3] },
  ...EYES.map(({ upper, lower }) => ({ upper, lower })),
];

/** The triangles that close the openings. */
export const OPENING_TRIANGLES = EDGES.flatMap(({ upper, lower }) => triangleStrip(upper, lower));

/**
 * Triangles for the mesh's openings at mouth and eyes. Each half takes the colour of its edge, and lies under what is
 * drawn there, which has a soft border. Also holds the positions of all corners in frame and picture.
 */
export class Openings {
  readonly corners: Corners;
  /** The triangles of mouth, left eye and right eye. */
  readonly triangles: readonly (readonly number[])[];
  readonly #motion: MeshMotion;
  readonly #restX: Float64Array;
  readonly #restY: Float64Array;
  readonly #first: number;

  constructor(mesh: FaceMesh, motion: MeshMotion) {
    this.#motion = motion;
    [this.#restX, this.#restY] = toFrame(mesh);
    this.#first = mesh.x.length;
    let length = this.#first;
    this.triangles = EDGES.map(({ upper, lower }) => {
      const middles = [upper, lower].map((edge) => edge.map(() => length++)) as [number[], number[]];
      return [...triangleStrip(upper, middles[0]), ...triangleStrip(middles[1], lower)];
    });
    const extend = (values: Float64Array) => {
      const out = new Float64Array(length);
      out.set(values);
      return out;
    };
    this.corners = {
      toX: extend(this.#restX),
      toY: extend(this.#restY),
      fromX: extend(this.#restX),
      fromY: extend(this.#restY),
    };
  }

  /** Updates the corners after the motion's last move. */
  update(pose: FacePose): void {
    const { toX, toY, fromX, fromY } = this.corners;
    toX.set(this.#motion.frameX);
    toY.set(this.#motion.frameY);
    this.#sampleLips(pose);
    this.#sampleLids(pose);
    let at = this.#first;
    for (const { upper, lower } of EDGES) {
      for (const edge of [upper, lower]) {
        edge.forEach((point, k) => {
          fromX[at] = fromX[point]!;
          fromY[at] = fromY[point]!;
          toX[at] = (toX[upper[k]!]! + toX[lower[k]!]!) / 2;
          toY[at] = (toY[upper[k]!]! + toY[lower[k]!]!) / 2;
          at++;
        });
      }
    }
  }

  #sampleLips(pose: FacePose): void {
    const { fromX, fromY } = this.corners;
    const { lips, y } = this.#motion;
    const gap = y[LOWER_LIP[3][5]]! - y[UPPER_LIP[3][5]]!;
    const round = lips.roundness(pose);
    const inside =
      lips.poseShare(pose) * (lips.isOpen ? SAMPLE_INSIDE_OPEN : SAMPLE_INSIDE_SHUT * clamp(gap / 0.03));
    for (const rows of [UPPER_LIP, LOWER_LIP]) {
      for (let k = 0; k < LIP_COLUMNS; k++) {
        const [outer, inner, edge] = [rows[1][k]!, rows[2][k]!, rows[3][k]!];
        // Towards the corners lips are thin; rounded lips are pushed together there, with the dark line in them.
        const here = inside * (1 - ((k - 5) / 5) ** 4 * (1 - CORNER_ROUND * round));
        for (const [rest, from] of [
          [this.#restX, fromX],
          [this.#restY, fromY],
        ] as const) {
          from[edge] = rest[edge]! + (rest[inner]! - rest[edge]!) * here;
          from[inner] = rest[inner]! + (rest[outer]! - rest[inner]!) * here * 0.4;
        }
      }
    }
  }

  /** The edge of a lid that comes down is skin, not the eye below it. */
  #sampleLids(pose: FacePose): void {
    const { fromX, fromY } = this.corners;
    for (const [side, { upper, crease, lower, bag }] of EYES.entries()) {
      const inside = 0.12 * clamp(pose[BLINKS[side]!]);
      for (const [edges, skins] of [
        [upper, crease],
        [lower, bag],
      ] as const) {
        for (let k = 1; k < edges.length - 1; k++) {
          const [edge, skin] = [edges[k]!, skins[k]!];
          fromX[edge] = this.#restX[edge]! + (this.#restX[skin]! - this.#restX[edge]!) * inside;
          fromY[edge] = this.#restY[edge]! + (this.#restY[skin]! - this.#restY[edge]!) * inside;
        }
      }
    }
  }
}

/** Returns the triangles between two rows of corners. */
function triangleStrip(upper: readonly number[], lower: readonly number[]): number[] {
  return upper.slice(1).flatMap((right, k) => [upper[k]!, right, lower[k]!, right, lower[k + 1]!, lower[k]!]);
}
