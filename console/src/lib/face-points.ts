import type { Crop } from './picture.ts';

/** Points of a face in parts of a picture's width and height, from the top left, by the names of the API. */
export type Points = Record<string, [number, number]>;

/** The points that people move; those around an eye go with it. */
export const HANDLES = ['leftEye', 'rightEye', 'mouthLeft', 'mouthCenter', 'mouthRight', 'chin'] as const;
export type Handle = (typeof HANDLES)[number];

/** A face seen from the front in the middle of a picture, to start from where none was found. */
export const SUGGESTED: Points = {
  leftEye: [0.4, 0.42],
  rightEye: [0.6, 0.42],
  mouthLeft: [0.43, 0.62],
  mouthCenter: [0.5, 0.62],
  mouthRight: [0.57, 0.62],
  chin: [0.5, 0.74],
};

const within = (value: number) => Math.min(1, Math.max(0, value));

/** All points, after one of them was moved to a place. */
export function movePoint(points: Points, handle: Handle, [x, y]: [number, number]): Points {
  const [fromX, fromY] = points[handle]!;
  const [byX, byY] = [within(x) - fromX, within(y) - fromY];
  const side = /^(left|right)Eye$/.exec(handle)?.[1];
  const goes = (name: string) =>
    name === handle ||
    (side !== undefined && (name.startsWith(`${side}Eye`) || name.startsWith(`${side}Brow`)));
  return Object.fromEntries(
    Object.entries(points).map(([name, [atX, atY]]) => [
      name,
      goes(name) ? [within(atX + byX), within(atY + byY)] : [atX, atY],
    ]),
  );
}

interface Size {
  naturalWidth: number;
  naturalHeight: number;
}

/** From parts of a crop to parts of the whole picture. */
export function toWhole(points: Points, crop: Crop, { naturalWidth, naturalHeight }: Size): Points {
  return map(points, ([x, y]) => [
    (crop.x + x * crop.size) / naturalWidth,
    (crop.y + y * crop.size) / naturalHeight,
  ]);
}

/** From parts of the whole picture to parts of a crop; what the crop cuts off is moved to its border. */
export function toCrop(points: Points, crop: Crop, { naturalWidth, naturalHeight }: Size): Points {
  return map(points, ([x, y]) => [
    within((x * naturalWidth - crop.x) / crop.size),
    within((y * naturalHeight - crop.y) / crop.size),
  ]);
}

function map(points: Points, change: (point: [number, number]) => [number, number]): Points {
  return Object.fromEntries(Object.entries(points).map(([name, point]) => [name, change(point)]));
}
