import { FACE_POINTS, MAX_FACES } from '../landmarks/face-points.ts';
import type { FoundFace } from '../landmarks/find-face.ts';
import { isFaceShaped } from './face-shape.ts';
import type { Size } from './picture-file.ts';

/** The version of the finder. Increase it if it finds other points, so that stored meshes are searched for again. */
const FINDER_VERSION = 2;
/** The numbers stored per face: whether it is clear, then its points. */
const NUMBERS_PER_FACE = 1 + 3 * FACE_POINTS;
/** The maximum size of the packed meshes of all faces of a picture, in bytes. */
export const MAX_PACKED_BYTES = 4 + 4 * NUMBERS_PER_FACE * MAX_FACES;
/** A face may be cut off by the border, but not be far outside; in sizes of the picture. */
const MAX_COORDINATE = 4;

/**
 * Packs the result of a search, which is stored with its picture: the finder's version, then for each face whether it
 * is clear, and each point's x, y, depth as fractions of the picture's width, height, width (little-endian floats).
 */
export function packFaces(faces: readonly FoundFace[], size: Size): Uint8Array {
  const bytes = Buffer.alloc(4 + 4 * NUMBERS_PER_FACE * faces.length);
  bytes.writeUInt32LE(FINDER_VERSION);
  const numbers = faces.flatMap(({ isConfirmed, points }) => [
    isConfirmed ? 1 : 0,
    ...points.map((value, i) => value / sideOf(size, i)),
  ]);
  numbers.forEach((value, i) => {
    bytes.writeFloatLE(value, 4 + 4 * i);
  });
  return bytes;
}

/** Returns the faces in pixels of a picture of this size; undefined if a new search is needed. */
export function unpackFaces(bytes: Uint8Array, size: Size): FoundFace[] | undefined {
  const count = (bytes.length - 4) / (4 * NUMBERS_PER_FACE);
  if (!Number.isInteger(count) || count < 0 || count > MAX_FACES) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (view.getUint32(0, true) !== FINDER_VERSION) return undefined;
  const numbers = Array.from({ length: count * NUMBERS_PER_FACE }, (_, i) =>
    view.getFloat32(4 + 4 * i, true),
  );
  if (!numbers.every((number) => Math.abs(number) < MAX_COORDINATE)) return undefined;
  const faces = Array.from({ length: count }, (_, face) => {
    const [confirmed, ...parts] = numbers.slice(face * NUMBERS_PER_FACE, (face + 1) * NUMBERS_PER_FACE) as [
      number,
      ...number[],
    ];
    return { isConfirmed: confirmed === 1, points: parts.map((part, i) => part * sideOf(size, i)) };
  });
  // An unconfirmed face is never animated. The bytes are validated because a backup may contain anything.
  return faces.every(({ isConfirmed, points }) => !isConfirmed || isFaceShaped(points)) ? faces : undefined;
}

/** Whether the stored bytes save a search. */
export const isPackedFaces = (bytes: Uint8Array): boolean =>
  unpackFaces(bytes, { width: 1, height: 1 }) !== undefined;

const sideOf = ({ width, height }: Size, i: number): number => (i % 3 === 1 ? height : width);
