import type { FacePreview } from '@visavis/client';
import type { Crop } from './picture.ts';

type Point = [number, number];
/** Points of a face by their names in the API, as fractions of the picture's width and height from the top left. */
export type Points = Record<string, Point>;

/** A face in a picture, with the eye points that select it. */
export type FoundFace = Omit<FacePreview['faces'][number], 'eyes'> & { eyes: Points };

/** The parts of a face that can be adjusted: the lines of each, and which of their points can be dragged. */
export const PARTS = {
  outline: { outline: [0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33] },
  lips: { lips: [0, 2, 4, 5, 6, 8, 10, 12, 15, 18], innerLips: [3, 5, 7, 13, 15, 17] },
  leftLids: { leftLids: [0, 2, 4, 6, 8, 10, 12, 14] },
  rightLids: { rightLids: [0, 2, 4, 6, 8, 10, 12, 14] },
} satisfies Record<string, Record<string, number[]>>;
export type Part = keyof typeof PARTS;

/** The initial positions of the eyes if no face was found: the service places an average face on them. */
export const SUGGESTED_EYES: Points = { leftEye: [0.4, 0.42], rightEye: [0.6, 0.42] };

/** Matches the name of a line and the number of a point on it. */
const NUMBERED = /^(.*?)(\d+)$/;
/** Until the service has answered, neighbours that are closer than this many points move along with a dragged one. */
const DRAG_REACH = 3;

/** Returns the lines of a face, each with all of its points in order. */
export function linesOf(points: Points): { line: string; points: Point[] }[] {
  const lines = new Map<string, Point[]>();
  for (const [name, point] of Object.entries(points)) {
    const [, line, number] = NUMBERED.exec(name) ?? [];
    if (line === undefined || line.endsWith('Iris')) continue;
    const linePoints = lines.get(line) ?? [];
    linePoints[Number(number)] = point;
    lines.set(line, linePoints);
  }
  return [...lines].map(([line, linePoints]) => ({ line, points: linePoints.filter(Boolean) }));
}

/** Returns the circles of both irises: point 0 is the centre, point 1 is on the edge where no eyelid hides it. */
export function irisesOf(points: Points): { x: number; y: number; radius: number }[] {
  return ['leftIris', 'rightIris'].flatMap((iris) => {
    const [centre, edge] = [points[`${iris}0`], points[`${iris}1`]];
    if (!centre || !edge) return [];
    return [{ x: centre[0], y: centre[1], radius: Math.hypot(edge[0] - centre[0], edge[1] - centre[1]) }];
  });
}

/** How far a mouth may be open in the picture, as a fraction of its width, before the avatar closes it badly. */
const MAX_OPEN = 0.25;

/** Whether the mouth is open so wide that the avatar would close it badly. */
export function isMouthOpen({ innerLips0, innerLips5, innerLips10, innerLips15 }: Points): boolean {
  if (!innerLips0 || !innerLips5 || !innerLips10 || !innerLips15) return false;
  const distance = ([x, y]: Point, [toX, toY]: Point) => Math.hypot(toX - x, toY - y);
  return distance(innerLips5, innerLips15) > MAX_OPEN * distance(innerLips0, innerLips10);
}

/** Returns all points after a drag: the dragged ones at their new positions, their neighbours moved along partly. */
export function withDragged(points: Points, dragged: Points): Points {
  const moved = { ...points };
  for (const [name, [toX, toY]] of Object.entries(dragged)) {
    const [, line, number] = NUMBERED.exec(name) ?? [];
    const from = points[name];
    if (!from || line === undefined) continue;
    const count = Object.keys(points).filter((other) => other.replace(/\d+$/, '') === line).length;
    for (let step = -DRAG_REACH + 1; step < DRAG_REACH; step++) {
      const other = `${line}${(Number(number) + step + count) % count}`;
      if (step !== 0 && dragged[other]) continue;
      const share = Math.cos((Math.PI / 2) * (step / DRAG_REACH)) ** 2;
      const [x, y] = moved[other]!;
      moved[other] = [x + (toX - from[0]) * share, y + (toY - from[1]) * share];
    }
  }
  return moved;
}

/** Returns the square around a part of a face, with a margin for dragging. */
export function squareAround(part: Part, points: Points, { naturalWidth, naturalHeight }: Size): Crop {
  const linePoints = linesOf(points).filter(({ line }) => line in PARTS[part]);
  const xs = linePoints.flatMap((line) => line.points.map(([x]) => x * naturalWidth));
  const ys = linePoints.flatMap((line) => line.points.map(([, y]) => y * naturalHeight));
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top];
  const size = Math.max(width, height) * 1.3;
  return { x: left + (width - size) / 2, y: top + (height - size) / 2, size };
}

/** Returns the face whose eyes are closest to the given ones. */
export function nearestFace(faces: readonly FoundFace[], eyes: Points): FoundFace | undefined {
  const distance = (face: FoundFace) =>
    Object.entries(eyes).reduce((sum, [name, [x, y]]) => {
      const [atX, atY] = face.eyes[name] ?? [x, y];
      return sum + Math.hypot(x - atX, y - atY);
    }, 0);
  return faces.toSorted((a, b) => distance(a) - distance(b))[0];
}

interface Size {
  naturalWidth: number;
  naturalHeight: number;
}

/** Converts fractions of a crop to fractions of the whole picture. */
export function cropToPicture(points: Points, crop: Crop, { naturalWidth, naturalHeight }: Size): Points {
  return map(points, ([x, y]) => [
    (crop.x + x * crop.size) / naturalWidth,
    (crop.y + y * crop.size) / naturalHeight,
  ]);
}

/** Converts fractions of the whole picture to fractions of a crop. */
export function pictureToCrop(points: Points, crop: Crop, { naturalWidth, naturalHeight }: Size): Points {
  return map(points, ([x, y]) => [
    (x * naturalWidth - crop.x) / crop.size,
    (y * naturalHeight - crop.y) / crop.size,
  ]);
}

/** Moves points outside the picture to its border: the service accepts none outside. */
export const clampToPicture = (points: Points): Points =>
  map(points, ([x, y]) => [Math.min(1, Math.max(0, x)), Math.min(1, Math.max(0, y))]);

function map(points: Points, change: (point: Point) => Point): Points {
  return Object.fromEntries(Object.entries(points).map(([name, point]) => [name, change(point)]));
}
