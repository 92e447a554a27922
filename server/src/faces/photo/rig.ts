import { FACE_POINTS, IRIS_POINTS, MESH_POINTS } from '../landmarks/face-points.ts';
import { EYES, type EyePoints, LOWER_LIP, OVAL, UPPER_LIP } from './mesh-points.ts';

const ring = (upper: readonly number[], lower: readonly number[]) => [
  ...upper,
  ...lower.slice(1, -1).reverse(),
];
const lids = ({ upper, lower }: EyePoints) => ring(upper, lower);
const iris = (first: number) => Array.from({ length: IRIS_POINTS }, (_, i) => first + i);

/**
 * The lines of a face that its owner may pull at each point (`outline0`, `outline1` and so on), with their mesh points
 * in circular order: lips and lids from the left corner over the top; for an iris, its centre first. A pull moves
 * points of the same line within `reach` along, in distances of the eyes' outer corners.
 */
export const LINES: Record<string, { points: readonly number[]; reach: number }> = {
  outline: { points: OVAL, reach: 0.5 },
  lips: { points: ring(UPPER_LIP[0], LOWER_LIP[0]), reach: 0.16 },
  innerLips: { points: ring(UPPER_LIP[3], LOWER_LIP[3]), reach: 0.16 },
  leftLids: { points: lids(EYES[0]), reach: 0.09 },
  rightLids: { points: lids(EYES[1]), reach: 0.09 },
  leftIris: { points: iris(MESH_POINTS), reach: 0.09 },
  rightIris: { points: iris((MESH_POINTS + FACE_POINTS) / 2), reach: 0.09 },
};

/** The named points. Each is the centre of these mesh points. */
export const NAMED_POINTS: Record<string, readonly number[]> = {
  leftEye: lids(EYES[0]),
  rightEye: lids(EYES[1]),
  leftEyeOuter: [33],
  leftEyeInner: [133],
  leftEyeTop: [159],
  leftEyeBottom: [145],
  rightEyeOuter: [263],
  rightEyeInner: [362],
  rightEyeTop: [386],
  rightEyeBottom: [374],
  leftBrow: [105],
  rightBrow: [334],
  mouthLeft: [61],
  mouthRight: [291],
  /** On the line between the closed lips. */
  mouthCenter: [13, 14],
  lipTop: [0],
  lipBottom: [17],
  chin: [152],
  faceLeft: [234],
  faceRight: [454],
  forehead: [10],
};

/** All points of a rig. "Left" is the left of the picture. */
export const RIG_POINTS: Record<string, readonly number[]> = {
  ...NAMED_POINTS,
  ...Object.fromEntries(
    Object.entries(LINES).flatMap(([line, { points }]) => points.map((point, i) => [`${line}${i}`, [point]])),
  ),
};

/**
 * The points of a face that its owner may place, as fractions of the picture's width and height from the top left.
 * Points that are not given follow from the others; the eyes alone place a frontal face.
 */
export type Points = Record<string, [number, number]>;

/** An owner's points do not form a face. */
export class RigError extends Error {
  override readonly name = 'RigError';
}

/** @throws RigError if a point has an unknown name or is outside the picture */
export function checkPoints(rig: Points): void {
  for (const [name, point] of Object.entries(rig)) {
    if (!Object.hasOwn(RIG_POINTS, name))
      throw new RigError(
        `The rig has no point "${name}". Its points are: ${Object.keys(NAMED_POINTS).join(', ')}, and ` +
          `those of its lines: ${Object.entries(LINES)
            .map(([line, { points }]) => `${line}0 to ${line}${points.length - 1}`)
            .join(', ')}.`,
      );
    const inside =
      Array.isArray(point) && point.length === 2 && point.every((value) => value >= 0 && value <= 1);
    if (!inside) throw new RigError(`The point "${name}" of the rig must be two numbers from 0 to 1.`);
  }
}
