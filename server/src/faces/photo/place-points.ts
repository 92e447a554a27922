import type { LocatedFace } from '../locator/locate-face.ts';
import type { Points, RigPoint } from './rig.ts';

const OF_MOUTH: readonly RigPoint[] = [
  'mouthLeft',
  'mouthRight',
  'mouthCenter',
  'lipTop',
  'lipBottom',
  'chin',
];

/** How far half an eye reaches sideways from its pupil, in eye distances. */
const HALF_EYE = 0.245;
/** A lid's edge is soft: its step of brightness is a little inside it. */
const LID_MARGIN = 0.012;
/** From the lips to the chin, as a part of the way from the eyes to the lips. */
const CHIN = 0.63;

/**
 * What was found in the picture as points of a rig, in parts of its width and height (a chin may lie below a picture
 * that cuts it). Points of the owner take precedence: if they place points of the mouth only, the found mouth is
 * dropped; if they place any other, they mean another face than the found one, and only their points are used.
 */
export function placePoints(
  given: Record<string, [number, number]>,
  found: LocatedFace | undefined,
  size: { width: number; height: number },
): { points: Points; teeth: boolean } {
  const names = Object.keys(given) as RigPoint[];
  if (!found || names.some((name) => !OF_MOUTH.includes(name))) return { points: given, teeth: false };
  const points = pointsOf(found, size);
  if (names.length === 0) return { points, teeth: found.mouth.teeth };
  for (const name of OF_MOUTH) delete points[name];
  return { points: { ...points, ...given }, teeth: false };
}

function pointsOf(
  { leftEye, rightEye, lids, mouth }: LocatedFace,
  size: { width: number; height: number },
): Points {
  const alongX = rightEye[0] - leftEye[0];
  const alongY = rightEye[1] - leftEye[1];
  const middleX = (leftEye[0] + rightEye[0]) / 2;
  const middleY = (leftEye[1] + rightEye[1]) / 2;
  /** From eye distances along the eyes to 0..1 of the picture. */
  const at = (x: number, y: number): [number, number] => [
    (middleX + x * alongX - y * alongY) / size.width,
    (middleY + x * alongY + y * alongX) / size.height,
  ];
  const [mouthX, mouthY] = mouth.center;
  return {
    leftEye: at(-0.5, 0),
    rightEye: at(0.5, 0),
    leftEyeOuter: at(-0.5 - HALF_EYE, 0),
    leftEyeInner: at(-0.5 + HALF_EYE, 0),
    leftEyeTop: at(-0.5, lids.left.top - LID_MARGIN),
    leftEyeBottom: at(-0.5, lids.left.bottom + LID_MARGIN),
    leftBrow: at(-0.5, lids.left.brow),
    rightEyeInner: at(0.5 - HALF_EYE, 0),
    rightEyeOuter: at(0.5 + HALF_EYE, 0),
    rightEyeTop: at(0.5, lids.right.top - LID_MARGIN),
    rightEyeBottom: at(0.5, lids.right.bottom + LID_MARGIN),
    rightBrow: at(0.5, lids.right.brow),
    mouthLeft: at(...mouth.left),
    mouthRight: at(...mouth.right),
    mouthCenter: at(mouthX, mouthY),
    chin: at(mouthX, mouthY * (1 + CHIN)),
  };
}
