import type { FaceProblem } from '../face-drawer.ts';
import type { FoundFace } from '../landmarks/find-face.ts';
import type { Size } from './picture-file.ts';
import { eyeDistance } from './place-points.ts';

/** The minimum pixels between the outer corners of the eyes: a smaller mouth cannot be enlarged. */
const MIN_EYES = 24;
/** Radians as estimated by the mesh, which are too low: half of a face turned by 45 degrees is out of sight. */
const MAX_TURN = 0.52;
/** The corners of eyes and mouth. */
const REQUIRED_POINTS = [33, 133, 362, 263, 61, 291];

const SWAYS_ONLY = 'the picture sways, and its lips cannot move.';
export const NO_FACE =
  `No face seen from the front was found in the picture: ${SWAYS_ONLY} ` +
  'Use a picture in which somebody looks into the camera, or place both eyes by hand.';
export const NO_SEARCH =
  `The search for a face in the picture took too long or failed: ${SWAYS_ONLY} ` +
  'The search is repeated when the picture is shown again.';
export const rigNotice = ({ message }: Error) => `${message} Until this is corrected, ${SWAYS_ONLY}`;
export const NOTICES: Record<FaceProblem, string> = {
  small: `The face in the picture is too small: ${SWAYS_ONLY} Use a larger picture, or one taken from closer.`,
  cut: `The border of the picture cuts off the face: ${SWAYS_ONLY} Use a picture with the whole head in it.`,
  turned:
    `The face in the picture is turned away too far, or something covers it: ${SWAYS_ONLY} ` +
    'Use a picture in which the person looks into the camera.',
};

/** Returns why a face that was found cannot be animated, or undefined. */
export function problemOf(
  { points, isConfirmed }: FoundFace,
  { width, height }: Size,
): FaceProblem | undefined {
  const at = (point: number) => points.slice(point * 3, point * 3 + 3) as [number, number, number];
  const isOutside = (point: number) => {
    const [x, y] = at(point);
    return x < 0 || y < 0 || x > width || y > height;
  };
  if (REQUIRED_POINTS.some(isOutside)) return 'cut';
  if (!isConfirmed) return 'turned';
  const [[leftX, leftY, leftZ], [rightX, rightY, rightZ]] = [at(234), at(454)];
  const turn = Math.atan2(rightZ - leftZ, Math.hypot(rightX - leftX, rightY - leftY));
  if (Math.abs(turn) > MAX_TURN) return 'turned';
  return eyeDistance(points) < MIN_EYES ? 'small' : undefined;
}
