import type { FacePreview } from '@visavis/client';
import type { Crop } from './picture.ts';

type Point = [number, number];
/** Points of a face in parts of a picture's width and height, from the top left, by the names of the API. */
export type Points = Record<string, Point>;

/** A face in a picture, with the points that choose it. */
export type FoundFace = Omit<FacePreview['faces'][number], 'eyes'> & { eyes: Points };

/** The parts of a face that people adjust: which lines each has, and which of their points can be pulled. */
export const PARTS = {
  outline: { outline: [0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33] },
  lips: { lips: [0, 2, 4, 5, 6, 8, 10, 12, 15, 18], innerLips: [3, 5, 7, 13, 15, 17] },
  leftLids: { leftLids: [0, 2, 4, 6, 8, 10, 12, 14] },
  rightLids: { rightLids: [0, 2, 4, 6, 8, 10, 12, 14] },
} satisfies Record<string, Record<string, number[]>>;
export type Part = keyof typeof PARTS;

/** Both eyes, to start from where no face was found: the service places an average face by them. */
export const SUGGESTED_EYES: Points = { leftEye: [0.4, 0.42], rightEye: [0.6, 0.42] };

/** The name of a line, and which of its points. */
const NUMBERED = /^(.*?)(\d+)$/;
/** How far along its line a pull carries other points until the service has answered. */
const CARRIED = 3;

/** The lines of a face, each a list of its points all around. */
export function linesOf(points: Points): { line: string; points: Point[] }[] {
  const lines = new Map<string, Point[]>();
  for (const [name, point] of Object.entries(points)) {
    const [, line, number] = NUMBERED.exec(name) ?? [];
    if (line === undefined || line.endsWith('Iris')) continue;
    const own = lines.get(line) ?? [];
    own[Number(number)] = point;
    lines.set(line, own);
  }
  return [...lines].map(([line, own]) => ({ line, points: own.filter(Boolean) }));
}

/** Returns the circles of both irises, from the middle and one of the ends that no lid hides. */
export function irisesOf(points: Points): { x: number; y: number; radius: number }[] {
  return ['leftIris', 'rightIris'].flatMap((iris) => {
    const [middle, end] = [points[`${iris}0`], points[`${iris}1`]];
    if (!middle || !end) return [];
    return [{ x: middle[0], y: middle[1], radius: Math.hypot(end[0] - middle[0], end[1] - middle[1]) }];
  });
}

/** Returns the points with those of lines that are pulled at their new places, and their neighbours carried along. */
export function withPulled(points: Points, pulled: Points): Points {
  const moved = { ...points };
  for (const [name, [toX, toY]] of Object.entries(pulled)) {
    const [, line, number] = NUMBERED.exec(name) ?? [];
    const from = points[name];
    if (!from || line === undefined) continue;
    const count = Object.keys(points).filter((other) => other.replace(/\d+$/, '') === line).length;
    for (let step = -CARRIED + 1; step < CARRIED; step++) {
      const other = `${line}${(Number(number) + step + count) % count}`;
      if (step !== 0 && pulled[other]) continue;
      const share = Math.cos((Math.PI / 2) * (step / CARRIED)) ** 2;
      const [x, y] = moved[other]!;
      moved[other] = [x + (toX - from[0]) * share, y + (toY - from[1]) * share];
    }
  }
  return moved;
}

/** The square around a part of a face, with room to pull it. */
export function squareAround(part: Part, points: Points, { naturalWidth, naturalHeight }: Size): Crop {
  const own = linesOf(points).filter(({ line }) => line in PARTS[part]);
  const xs = own.flatMap((line) => line.points.map(([x]) => x * naturalWidth));
  const ys = own.flatMap((line) => line.points.map(([, y]) => y * naturalHeight));
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top];
  const size = Math.max(width, height) * 1.3;
  return { x: left + (width - size) / 2, y: top + (height - size) / 2, size };
}

/** The face whose eyes lie next to others. */
export function nearest(faces: readonly FoundFace[], eyes: Points): FoundFace | undefined {
  const far = (face: FoundFace) =>
    Object.entries(eyes).reduce((sum, [name, [x, y]]) => {
      const [atX, atY] = face.eyes[name] ?? [x, y];
      return sum + Math.hypot(x - atX, y - atY);
    }, 0);
  return faces.toSorted((a, b) => far(a) - far(b))[0];
}

interface Size {
  naturalWidth: number;
  naturalHeight: number;
}

/** Turns parts of a crop into parts of the whole picture. */
export function toWhole(points: Points, crop: Crop, { naturalWidth, naturalHeight }: Size): Points {
  return map(points, ([x, y]) => [
    (crop.x + x * crop.size) / naturalWidth,
    (crop.y + y * crop.size) / naturalHeight,
  ]);
}

/** Turns parts of the whole picture into parts of a crop. */
export function toCrop(points: Points, crop: Crop, { naturalWidth, naturalHeight }: Size): Points {
  return map(points, ([x, y]) => [
    (x * naturalWidth - crop.x) / crop.size,
    (y * naturalHeight - crop.y) / crop.size,
  ]);
}

/** Moves points outside of the picture to its border: the service takes none outside. */
export const inside = (points: Points): Points =>
  map(points, ([x, y]) => [Math.min(1, Math.max(0, x)), Math.min(1, Math.max(0, y))]);

function map(points: Points, change: (point: Point) => Point): Points {
  return Object.fromEntries(Object.entries(points).map(([name, point]) => [name, change(point)]));
}
