import { meshTriangles } from '../landmarks/conv-network.ts';
import { FACE_POINTS, MESH_POINTS } from '../landmarks/face-points.ts';
import { OVAL } from './mesh-points.ts';

/**
 * The mesh of a face in face units: the origin is midway between the outer corners of the eyes, 1 is their distance, x
 * runs along them, y to the chin, z away from the viewer. `scale`, `angle` and the origin in pixels lead to the frame.
 */
export interface FaceMesh {
  readonly originX: number;
  readonly originY: number;
  readonly scale: number;
  readonly angle: number;
  /** The points of the face, then rings around it that carry hair, neck and background. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly z: Float64Array;
  /** How far each point moves with the head: 1 for the face, 0 for the background. */
  readonly follows: Float64Array;
  /** Three points each. Eyes and mouth are left open. */
  readonly triangles: readonly number[];
  /** The irises of the left and the right eye. */
  readonly irises: readonly [Iris, Iris];
}

/** An iris, in pixels of the frame. */
export interface Iris {
  x: number;
  y: number;
  radius: number;
}

/** Rings around the outline of the face: their relative size, and how far they follow the head above and below it. */
const RINGS = [
  { size: 1.4, above: 0.95, below: 0.5 },
  { size: 1.8, above: 0.6, below: 0.12 },
  { size: 2.5, above: 0, below: 0 },
] as const;
/** The fraction of a nose's depth that a frontal picture can show. */
const NOSE_DEPTH_SHARE = 0.75;
/** The depth of hair and neck, and of the sides of the face. */
const NECK_DEPTH = 0.35;
const MAX_SIDE_DEPTH = 0.22;

/** `points` are x, y, z of the face's points in pixels of the frame. `isCut` means that the head has no background. */
export function makeFaceMesh(points: readonly number[], isCut = false): FaceMesh {
  const at = (i: number) => [points[i * 3]!, points[i * 3 + 1]!] as const;
  const [[leftX, leftY], [rightX, rightY]] = [at(33), at(263)];
  const [originX, originY] = [(leftX + rightX) / 2, (leftY + rightY) / 2];
  const scale = Math.hypot(rightX - leftX, rightY - leftY);
  const angle = Math.atan2(rightY - leftY, rightX - leftX);
  const count = MESH_POINTS + RINGS.length * OVAL.length;
  const [x, y, z, follows] = Array.from({ length: 4 }, () => new Float64Array(count)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const [c, s] = [Math.cos(angle) / scale, Math.sin(angle) / scale];
  for (let i = 0; i < MESH_POINTS; i++) {
    const [dx, dy] = [points[i * 3]! - originX, points[i * 3 + 1]! - originY];
    x[i] = dx * c + dy * s;
    y[i] = dy * c - dx * s;
    z[i] = limitDepth(points[i * 3 + 2]! / scale);
    follows[i] = 1;
  }
  const middleX = (x[234]! + x[454]!) / 2;
  const middleY = (y[10]! + y[152]!) / 2;
  RINGS.forEach(({ size, above, below }, ring) => {
    OVAL.forEach((point, i) => {
      const to = MESH_POINTS + ring * OVAL.length + i;
      const [dx, dy] = [x[point]! - middleX, y[point]! - middleY];
      const down = Math.max(0, dy / Math.hypot(dx, dy));
      x[to] = middleX + dx * size;
      y[to] = middleY + dy * size;
      // Hair and neck begin where the face ends, and are behind it further out.
      z[to] = z[point]! + (NECK_DEPTH - z[point]!) * Math.min(1, ring / 2);
      const beside = isCut ? 1 : above;
      follows[to] = beside + (below - beside) * down;
    });
  });
  return {
    originX,
    originY,
    scale,
    angle,
    x,
    y,
    z,
    follows,
    triangles: [...ringTriangles(), ...meshTriangles()],
    irises: [irisAt(points, MESH_POINTS), irisAt(points, (MESH_POINTS + FACE_POINTS) / 2)],
  };
}

/** Returns all points of a mesh in pixels of the frame, as in the picture. */
export function toFrame({ x, y, angle, scale, originX, originY }: FaceMesh): [Float64Array, Float64Array] {
  const [c, s] = [Math.cos(angle) * scale, Math.sin(angle) * scale];
  return [
    x.map((value, i) => originX + value * c - y[i]! * s),
    y.map((value, i) => originY + x[i]! * s + value * c),
  ];
}

function irisAt(points: readonly number[], first: number): Iris {
  const [x, y] = [points[first * 3]!, points[first * 3 + 1]!];
  const ends = [1, 2, 3, 4].map((i) =>
    Math.hypot(points[(first + i) * 3]! - x, points[(first + i) * 3 + 1]! - y),
  );
  // Lids often hide the upper and lower ends.
  return { x, y, radius: Math.max((ends[0]! + ends[2]!) / 2, (ends[1]! + ends[3]!) / 2) };
}

/** Limits the depth of the sides of a face: a picture does not show what is around the corner. */
function limitDepth(z: number): number {
  return z > 0 ? MAX_SIDE_DEPTH * Math.tanh(z / MAX_SIDE_DEPTH) : z * NOSE_DEPTH_SHARE;
}

function ringTriangles(): number[] {
  const out: number[] = [];
  const point = (ring: number, i: number) =>
    ring < 0 ? OVAL[i % OVAL.length]! : MESH_POINTS + ring * OVAL.length + (i % OVAL.length);
  for (let ring = RINGS.length - 1; ring >= 0; ring--) {
    for (let i = 0; i < OVAL.length; i++) {
      const [a, b, c, d] = [point(ring - 1, i), point(ring - 1, i + 1), point(ring, i), point(ring, i + 1)];
      out.push(a, b, c, b, d, c);
    }
  }
  return out;
}
