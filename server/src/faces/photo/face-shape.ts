/** The maximum distance of points from the midpoint between the eyes: sideways in eye, vertically in mouth units. */
const MAX_ASIDE = 2.5;
const MAX_ALONG = 5;

/**
 * Whether the points of a mesh form a face: the eyes apart, the mouth below them, and nothing far away. Distances are
 * relative to the mesh's own eyes and mouth, so that it works in pixels and in fractions of a picture.
 */
export function isFaceShaped(points: readonly number[]): boolean {
  const { middle, eyes, mouth } = axesOf(points);
  const area = cross(eyes, mouth);
  if (!(area > 0)) return false;
  const depth = Math.hypot(...eyes) * MAX_ASIDE;
  for (let i = 0; i < points.length; i += 3) {
    const to = [points[i]! - middle[0], points[i + 1]! - middle[1]] as const;
    const [aside, along] = [cross(to, mouth) / area, cross(eyes, to) / area];
    const isNear =
      Math.abs(aside) <= MAX_ASIDE && Math.abs(along) <= MAX_ALONG && Math.abs(points[i + 2]!) <= depth;
    if (!isNear) return false;
  }
  return true;
}

/** Returns the mouth's position relative to the midpoint between the eyes, in distances of their outer corners. */
export function mouthOf(points: readonly number[]): { aside: number; below: number } {
  const { eyes, mouth } = axesOf(points);
  const square = eyes[0] ** 2 + eyes[1] ** 2;
  return { aside: (eyes[0] * mouth[0] + eyes[1] * mouth[1]) / square, below: cross(eyes, mouth) / square };
}

type Pair = readonly [number, number];

/**
 * Returns the midpoint between the outer corners of the eyes, and the vectors from the left corner to the right one and
 * from that midpoint to the centre of the lips.
 */
function axesOf(points: readonly number[]): { middle: Pair; eyes: Pair; mouth: Pair } {
  const at = (point: number): Pair => [points[point * 3]!, points[point * 3 + 1]!];
  const half = ([ax, ay]: Pair, [bx, by]: Pair): Pair => [(ax + bx) / 2, (ay + by) / 2];
  const less = ([ax, ay]: Pair, [bx, by]: Pair): Pair => [ax - bx, ay - by];
  const [left, right] = [at(33), at(263)];
  const middle = half(left, right);
  return { middle, eyes: less(right, left), mouth: less(half(at(13), at(14)), middle) };
}

const cross = ([ax, ay]: Pair, [bx, by]: Pair): number => ax * by - ay * bx;
