import { MESH_POINTS } from '../landmarks/face-points.ts';
import { averageUnitMesh } from '../landmarks/find-face.ts';
import { isFaceShaped, mouthOf } from './face-shape.ts';
import { MeshSpline } from './mesh-spline.ts';
import type { Size } from './picture-file.ts';
import { LINES, NAMED_POINTS, type Points, RIG_POINTS, RigError } from './rig.ts';

/** How far a point may be from the found one and still count as the same, in distances of the eyes' outer corners. */
const SAME_PLACE = 0.03;
/** Points that stay while an owner moves others, unless moved too: outline, eye corners, centre of the eyes. */
const HELD_POINTS = [10, 127, 356, 33, 133, 362, 263, 168];
/** Points that stay while an owner pulls a point of a line: nose, brows, and the rest of the lines. */
const HELD_LINE_POINTS = [
  1,
  2,
  168,
  105,
  334,
  ...Object.values(LINES).flatMap(({ points }) => points),
].filter((point) => point < MESH_POINTS);

/** The minimum distance of the eyes that an owner places, in pixels and as a fraction of the picture's width. */
const MIN_EYE_DISTANCE_PX = 8;
const MIN_EYE_DISTANCE_PART = 1 / 200;
/** Where the mouth may be, in distances of the eyes' outer corners: below them, and sideways from their midpoint. */
const MOUTH_BELOW = { min: 0.2, max: 3 };
const MOUTH_ASIDE = 1;

/** A point in pixels. */
interface PlacedPoint {
  name: string;
  x: number;
  y: number;
}

/** Returns a mesh's rig points as fractions of the picture. The mesh is in pixels. */
export function pointsOfMesh(mesh: readonly number[], { width, height }: Size): Points {
  return Object.fromEntries(
    Object.entries(RIG_POINTS).map(([name, points]) => {
      const [x, y] = middleOf(mesh, points);
      return [name, [x / width, y / height]];
    }),
  );
}

/** Returns the points of a rig in pixels of its picture. */
export const inPixels = (given: Points, { width, height }: Size): PlacedPoint[] =>
  Object.entries(given).map(([name, [x, y]]) => ({ name, x: x * width, y: y * height }));

/** Returns the mean distance of a rig's points from those of a mesh, in distances of its eyes' outer corners. */
export function meanDistance(mesh: readonly number[], placed: readonly PlacedPoint[]): number {
  return placed.reduce((sum, point) => sum + distanceOf(mesh, point), 0) / placed.length;
}

/** Whether a rig moves points of this mesh; otherwise it only selects one of a picture's faces. */
export const changesMesh = (mesh: readonly number[], placed: readonly PlacedPoint[]): boolean =>
  placed.some((point) => distanceOf(mesh, point) > SAME_PLACE);

/**
 * Returns the mesh that a rig bends, in pixels of a picture: the found one, or else an average one, at the given eyes.
 * @throws RigError if the eyes do not form a face.
 */
export function meshToBend(
  placed: readonly PlacedPoint[],
  found: readonly number[] | undefined,
  size: Size,
): readonly number[] {
  const mesh = found ? [...found] : averageMesh(size);
  const [left, right] = ['leftEye', 'rightEye'].map((name) => placed.find((point) => point.name === name));
  if (left && right)
    moveEyesTo(mesh, [left, right], Math.max(MIN_EYE_DISTANCE_PX, size.width * MIN_EYE_DISTANCE_PART));
  return mesh;
}

/** Bends a mesh so that the points that its owner placed are where they should be, in pixels of the mesh. */
export function bendMesh(mesh: readonly number[], placed: readonly PlacedPoint[]): readonly number[] {
  if (placed.length === 0) return mesh;
  const named = placed.filter(({ name }) => NAMED_POINTS[name] && NAMED_POINTS[name].length <= 2);
  const pulled = placed.filter(({ name }) => !NAMED_POINTS[name]);
  // An eye that a person places moves its iris along; a lid that is pulled does not.
  const bent = bend(mesh, named, HELD_POINTS, mesh.length / 3);
  return bend(bent, pulled, heldBeside(bent, pulled), MESH_POINTS);
}

/** @throws RigError if a bent mesh, in pixels of its picture, is not a face that can be drawn */
export function checkFace(mesh: readonly number[], size: Size): void {
  const [eyeY, mouthY, chinY] = (['leftEye', 'mouthCenter', 'chin'] as const).map(
    (name) => middleOf(mesh, NAMED_POINTS[name]!)[1],
  );
  if (!(eyeY! < mouthY! && mouthY! < chinY!))
    throw new RigError('The eyes, the mouth and the chin of the rig must lie one below the other.');
  const [left, right] = [middleOf(mesh, NAMED_POINTS.mouthLeft!), middleOf(mesh, NAMED_POINTS.mouthRight!)];
  if (right[0] <= left[0]) throw new RigError('The corners of the mouth are too close together or swapped.');
  const { aside, below } = mouthOf(mesh);
  const isNear =
    below >= MOUTH_BELOW.min &&
    below <= MOUTH_BELOW.max &&
    Math.abs(aside) <= MOUTH_ASIDE &&
    isFaceShaped(mesh);
  if (!isNear)
    throw new RigError(
      'The points of the rig do not form a face: eyes, mouth and chin are too far apart or too close together.',
    );
  const [x, y] = middleOf(mesh, NAMED_POINTS.mouthCenter!);
  if (x < 0 || y < 0 || x > size.width || y > size.height)
    throw new RigError('The mouth of the rig lies outside the picture.');
}

/** Returns the points that stay when points of lines are pulled: all that are not near them on the same line. */
function heldBeside(mesh: readonly number[], pulled: readonly PlacedPoint[]): number[] {
  const carried = new Set<number>();
  const size = eyeDistance(mesh);
  for (const { name } of pulled) {
    const { points, reach } = LINES[/^[a-z]+/i.exec(name)![0]]!;
    const [x, y] = middleOf(mesh, RIG_POINTS[name]!);
    for (const point of points)
      if (Math.hypot(mesh[point * 3]! - x, mesh[point * 3 + 1]! - y) < reach * size) carried.add(point);
  }
  return HELD_LINE_POINTS.filter((point) => !carried.has(point));
}

function distanceOf(mesh: readonly number[], { name, x, y }: PlacedPoint): number {
  const [atX, atY] = middleOf(mesh, RIG_POINTS[name]!);
  return Math.hypot(x - atX, y - atY) / eyeDistance(mesh);
}

/** Returns the distance between the outer corners of the eyes. */
export const eyeDistance = (mesh: readonly number[]): number =>
  Math.hypot(mesh[263 * 3]! - mesh[33 * 3]!, mesh[263 * 3 + 1]! - mesh[33 * 3 + 1]!);

function middleOf(mesh: readonly number[], points: readonly number[]): [number, number] {
  const sum = (k: 0 | 1) => points.reduce((total, point) => total + mesh[point * 3 + k]!, 0) / points.length;
  return [sum(0), sum(1)];
}

/** Returns a frontal face in the middle of a picture of this size. */
function averageMesh({ width, height }: Size): number[] {
  const side = Math.min(width, height);
  return averageUnitMesh().map((value, i) => {
    const k = i % 3;
    return k === 0
      ? width / 2 + value * side * 0.5
      : k === 1
        ? height * 0.5 + value * side * 0.5
        : value * side * 0.5;
  });
}

/** Moves, rotates and scales a mesh so that its eyes are where they should be. */
function moveEyesTo(
  mesh: number[],
  [left, right]: readonly [{ x: number; y: number }, { x: number; y: number }],
  minApart: number,
): void {
  const apart = Math.hypot(right.x - left.x, right.y - left.y);
  if (apart < minApart || right.x <= left.x)
    throw new RigError('The eyes of the rig are too close together or swapped.');
  const [[fromLeftX, fromLeftY], [fromRightX, fromRightY]] = [
    middleOf(mesh, NAMED_POINTS.leftEye!),
    middleOf(mesh, NAMED_POINTS.rightEye!),
  ];
  const [fx, fy] = [fromRightX - fromLeftX, fromRightY - fromLeftY];
  const [tx, ty] = [right.x - left.x, right.y - left.y];
  const length = fx * fx + fy * fy;
  const [c, s] = [(tx * fx + ty * fy) / length, (ty * fx - tx * fy) / length];
  for (let i = 0; i < mesh.length; i += 3) {
    const [dx, dy] = [mesh[i]! - fromLeftX, mesh[i + 1]! - fromLeftY];
    mesh[i] = left.x + dx * c - dy * s;
    mesh[i + 1] = left.y + dx * s + dy * c;
    mesh[i + 2]! *= Math.hypot(c, s);
  }
}

/**
 * Moves points of the rig to their positions. The first `count` points bend smoothly between them and the held ones.
 */
function bend(
  mesh: readonly number[],
  placed: readonly PlacedPoint[],
  holds: readonly number[],
  count: number,
): readonly number[] {
  if (placed.length === 0) return mesh;
  const centres = placed.map(({ name }) => RIG_POINTS[name]![0]!);
  const all = mesh.length / 3;
  const size = eyeDistance(mesh);
  const coordinate = (k: 0 | 1) => Float64Array.from({ length: all }, (_, i) => mesh[i * 3 + k]! / size);
  const [x, y] = [coordinate(0), coordinate(1)];
  const held = holds.filter((point) => !centres.includes(point));
  const spread = new MeshSpline(x, y, count, [...centres.filter((point) => point < count), ...held]);
  const [moveX, moveY] = [new Float64Array(all), new Float64Array(all)];
  placed.forEach(({ name, x: toX, y: toY }, i) => {
    const [fromX, fromY] = middleOf(mesh, RIG_POINTS[name]!);
    moveX[centres[i]!] = (toX - fromX) / size;
    moveY[centres[i]!] = (toY - fromY) / size;
  });
  spread.add(moveX, moveY, x, y);
  for (const point of centres.filter((point) => point >= count)) {
    x[point]! += moveX[point]!;
    y[point]! += moveY[point]!;
  }
  return mesh.map((value, i) => {
    const point = Math.floor(i / 3);
    return i % 3 === 0 ? x[point]! * size : i % 3 === 1 ? y[point]! * size : value;
  });
}
