import type { Photo } from './frame-photo.ts';

/**
 * The points of a face that its owner may place, in 0..1 of the whole picture's width and height, from the top left;
 * "left" is the left of the picture. What is not given is guessed from what is: both eyes alone place a frontal face.
 */
export const RIG_POINTS = [
  'leftEye',
  'rightEye',
  'leftEyeOuter',
  'leftEyeInner',
  'leftEyeTop',
  'leftEyeBottom',
  'rightEyeOuter',
  'rightEyeInner',
  'rightEyeTop',
  'rightEyeBottom',
  'leftBrow',
  'rightBrow',
  'mouthLeft',
  'mouthRight',
  /** On the line between the closed lips. */
  'mouthCenter',
  'lipTop',
  'lipBottom',
  'chin',
  'faceLeft',
  'faceRight',
  'forehead',
] as const;
export type RigPoint = (typeof RIG_POINTS)[number];

export interface EyeRig {
  x: number;
  y: number;
  /** Half width of the opening; how far lids are above and below the middle. */
  half: number;
  up: number;
  low: number;
  browY: number;
}

/**
 * The rig in face units: the origin is between the eyes, 1 is the distance of the eyes, x runs along them. `scale` and
 * `angle` with the origin in pixels lead back to the frame.
 */
export interface Rig {
  originX: number;
  originY: number;
  scale: number;
  angle: number;
  eyes: [EyeRig, EyeRig];
  mouth: {
    x: number;
    y: number;
    half: number;
    /** Rise of the lip line from left to right corner, and how far its middle lies below the corners. */
    slope: number;
    bow: number;
    upperLip: number;
    lowerLip: number;
    /** The picture itself shows upper teeth, down to the lip line. */
    teeth: boolean;
  };
  chinY: number;
  face: { x: number; y: number; rx: number; ry: number };
}

export type Points = Partial<Record<RigPoint, [number, number]>>;

/** The points of an owner make no face. */
export class RigError extends Error {
  override readonly name = 'RigError';
}

/** @throws RigError when the points make no face. */
export function resolveRig(points: Points, photo: Photo, teeth = false): Rig {
  const { shown, width, height } = photo;
  const toFrame = ([x, y]: [number, number]): [number, number] => [
    ((x - shown.left) / shown.width) * width,
    ((y - shown.top) / shown.height) * height,
  ];
  const middle = width / 2;
  const size = Math.min(height, width);
  const given = (name: RigPoint) => (points[name] ? toFrame(points[name]) : undefined);
  const between = (a: RigPoint, b: RigPoint): [number, number] | undefined => {
    const [p, q] = [given(a), given(b)];
    return p && q ? [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2] : undefined;
  };
  const left = given('leftEye') ??
    between('leftEyeOuter', 'leftEyeInner') ?? [middle - 0.098 * size, 0.447 * height];
  const right = given('rightEye') ??
    between('rightEyeOuter', 'rightEyeInner') ?? [middle + 0.098 * size, 0.447 * height];
  const originX = (left[0] + right[0]) / 2;
  const originY = (left[1] + right[1]) / 2;
  const scale = Math.hypot(right[0] - left[0], right[1] - left[1]);
  if (scale < 8 || right[0] <= left[0])
    throw new RigError('The eyes of the rig are too close together or swapped.');
  const angle = Math.atan2(right[1] - left[1], right[0] - left[0]);
  const local = (name: RigPoint): [number, number] | undefined => {
    const point = given(name);
    if (!point) return undefined;
    const [x, y] = [point[0] - originX, point[1] - originY];
    return [
      (x * Math.cos(angle) + y * Math.sin(angle)) / scale,
      (y * Math.cos(angle) - x * Math.sin(angle)) / scale,
    ];
  };
  return { originX, originY, scale, angle, ...faceOf(local, teeth) };
}

function faceOf(
  local: (name: RigPoint) => [number, number] | undefined,
  teeth: boolean,
): Pick<Rig, 'eyes' | 'mouth' | 'chinY' | 'face'> {
  const mouthLeft = local('mouthLeft');
  const mouthRight = local('mouthRight');
  const center = local('mouthCenter');
  const mouthY = center?.[1] ?? (mouthLeft && mouthRight ? (mouthLeft[1] + mouthRight[1]) / 2 : 0.97);
  const chinY = local('chin')?.[1] ?? mouthY + 0.62;
  if (chinY < mouthY + 0.1) throw new RigError('The chin of the rig must lie below the mouth.');
  const [lx, ly] = mouthLeft ?? [(center?.[0] ?? 0) - 0.37, mouthY];
  const [rx, ry] = mouthRight ?? [(center?.[0] ?? 0) + 0.37, mouthY];
  if (rx - lx < 0.1) throw new RigError('The corners of the mouth are too close together or swapped.');
  const cornersY = (ly + ry) / 2;
  const faceLeft = local('faceLeft')?.[0] ?? -1.03;
  const faceRight = local('faceRight')?.[0] ?? 1.03;
  const top = local('forehead')?.[1] ?? -1.35;
  const eye = (side: 'left' | 'right'): EyeRig => {
    const s = side === 'left' ? -0.5 : 0.5;
    const outer = local(`${side}EyeOuter`);
    const inner = local(`${side}EyeInner`);
    const half = outer && inner ? Math.abs(outer[0] - inner[0]) / 2 : 0.26;
    const x = outer && inner ? (outer[0] + inner[0]) / 2 : s;
    return {
      x,
      y: 0,
      half: Math.max(0.08, half),
      up: Math.max(0.04, -(local(`${side}EyeTop`)?.[1] ?? -half * 0.5)),
      low: Math.max(0.03, local(`${side}EyeBottom`)?.[1] ?? half * 0.33),
      browY: Math.min(-0.15, local(`${side}Brow`)?.[1] ?? -0.36),
    };
  };
  return {
    eyes: [eye('left'), eye('right')],
    mouth: {
      x: (lx + rx) / 2,
      y: cornersY,
      half: (rx - lx) / 2,
      slope: (ry - ly) / (rx - lx),
      bow: mouthY - cornersY,
      upperLip: Math.max(0.03, mouthY - (local('lipTop')?.[1] ?? mouthY - 0.09)),
      lowerLip: Math.max(0.03, (local('lipBottom')?.[1] ?? mouthY + 0.12) - mouthY),
      teeth,
    },
    chinY,
    face: {
      x: (faceLeft + faceRight) / 2,
      y: (top + chinY) / 2,
      rx: Math.max(0.5, (faceRight - faceLeft) / 2),
      ry: Math.max(0.6, (chinY - top) / 2),
    },
  };
}

/** @throws RigError when a point has an unknown name or lies outside the picture */
export function checkPoints(rig: Record<string, [number, number]>): void {
  for (const [name, point] of Object.entries(rig)) {
    if (!(RIG_POINTS as readonly string[]).includes(name))
      throw new RigError(`The rig has no point "${name}". Its points are: ${RIG_POINTS.join(', ')}.`);
    const inside =
      Array.isArray(point) && point.length === 2 && point.every((value) => value >= 0 && value <= 1);
    if (!inside) throw new RigError(`The point "${name}" of the rig must be two numbers from 0 to 1.`);
  }
}
