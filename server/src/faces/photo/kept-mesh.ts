import { FACE_POINTS, MAX_FACES } from '../landmarks/face-points.ts';
import type { FoundFace } from '../landmarks/find-face.ts';
import { isFaceShaped } from './face-shape.ts';

/** The version of the finder. Increase it if it finds other points, so that stored meshes are searched for again. */
const FINDER = 2;
/** The numbers stored per face: whether it is clear, then its points. */
const NUMBERS = 1 + 3 * FACE_POINTS;
/** The maximum size of the packed meshes of all faces of a picture, in bytes. */
export const MAX_KEPT_BYTES = 4 + 4 * NUMBERS * MAX_FACES;
/** A face may be cut off by the border, but not be far outside; in sizes of the picture. */
const FARTHEST = 4;

interface Size {
  width: number;
  height: number;
}

/**
 * Packs the result of a search, which is stored with its picture: the finder's version, then for each face whether it
 * is clear, and each point's x, y, depth as fractions of the picture's width, height, width (little-endian floats).
 */
export function packFaces(faces: readonly FoundFace[], size: Size): Uint8Array {
  const bytes = Buffer.alloc(4 + 4 * NUMBERS * faces.length);
  bytes.writeUInt32LE(FINDER);
  const numbers = faces.flatMap(({ isClear, points }) => [
    isClear ? 1 : 0,
    ...points.map((value, i) => value / sideOf(size, i)),
  ]);
  numbers.forEach((value, i) => {
    bytes.writeFloatLE(value, 4 + 4 * i);
  });
  return bytes;
}

/** Returns the faces in pixels of a picture of this size; undefined if a new search is needed. */
export function unpackFaces(bytes: Uint8Array, size: Size): FoundFace[] | undefined {
  const count = (bytes.length - 4) / (4 * NUMBERS);
  if (!Number.isInteger(count) || count < 0 || count > MAX_FACES) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (view.getUint32(0, true) !== FINDER) return undefined;
  const numbers = Array.from({ length: count * NUMBERS }, (_, i) => view.getFloat32(4 + 4 * i, true));
  if (!numbers.every((number) => Math.abs(number) < FARTHEST)) return undefined;
  const faces = Array.from({ length: count }, (_, face) => {
    const [clear, ...parts] = numbers.slice(face * NUMBERS, (face + 1) * NUMBERS) as [number, ...number[]];
    return { isClear: clear === 1, points: parts.map((part, i) => part * sideOf(size, i)) };
  });
  // A face that is not clear is never animated. The bytes are validated because a backup may contain anything.
  return faces.every(({ isClear, points }) => !isClear || isFaceShaped(points)) ? faces : undefined;
}

/** Whether the stored bytes save a search. */
export const isKeptMesh = (bytes: Uint8Array): boolean =>
  unpackFaces(bytes, { width: 1, height: 1 }) !== undefined;

const sideOf = ({ width, height }: Size, i: number): number => (i % 3 === 1 ? height : width);
