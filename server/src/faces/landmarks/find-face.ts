import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { inputSize, runNetwork } from './conv-network.ts';
import { IRIS_POINTS, MAX_FACES, MESH_POINTS } from './face-points.ts';
import type { FeatureMap } from './kernel-memory.ts';

const IRIS_ENDS = [
  [0, 0],
  [1, 0],
  [0, -1],
  [-1, 0],
  [0, 1],
] as const;

/** The first points in the output of the eye network, as points of the mesh. The network expects a left eye. */
const EYES = [
  {
    corners: [33, 133],
    isMirrored: false,
    points: [
      33, 7, 163, 144, 145, 153, 154, 155, 133, 246, 161, 160, 159, 158, 157, 173, 130, 25, 110, 24, 23, 22,
      26, 112, 243, 247, 30, 29, 27, 28, 56, 190,
    ],
  },
  {
    corners: [362, 263],
    isMirrored: true,
    points: [
      263, 249, 390, 373, 374, 380, 381, 382, 362, 466, 388, 387, 386, 385, 384, 398, 359, 255, 339, 254, 253,
      252, 256, 341, 463, 467, 260, 259, 257, 258, 286, 414,
    ],
  },
] as const;
/** The size of the crop around an eye that the network expects, in widths of the eye. */
const EYE_CROP_SCALE = 2.3;

/** Rotations of the picture in radians, tried in this order until a face is found. */
const ROTATIONS = [0, 0.45, -0.45];
/** After these, tiles of the picture of this relative size are searched for faces of at most `MAX_FACE_SHARE` of the tile. */
const TILE_SHARE = 0.6;
const MAX_FACE_SHARE = 0.5;
const MIN_SCORE = 0.5;
/** The minimum certainty of the mesh: it is 1 for faces, and low if there is none or it is upside down. */
const MIN_CERTAINTY = 0.9;
/**
 * The minimum score of the detector for a face that the mesh does not recognize, because it is seen from the side or
 * behind something.
 */
const MIN_UNCONFIRMED_SCORE = 0.7;
/** The size of the crop around a face that the mesh network expects, in sizes of the face. */
const FACE_CROP_SCALE = 1.5;
/** How often the mesh is searched for, each time around the previous result. */
const PASSES = 3;

/** A square of the picture, in pixels of the picture. */
interface Square {
  x: number;
  y: number;
  size: number;
  angle: number;
}

export interface FoundFace {
  /** x, y and depth of its `FACE_POINTS` in pixels of the picture; nearer points have less depth. */
  points: readonly number[];
  /** Whether the mesh network recognizes the face. Otherwise its points only show where it is. */
  isConfirmed: boolean;
}

/**
 * Finds the faces of a picture, rotated by up to about 40 degrees, the largest first: those seen from the front, or
 * else one that is not. Takes about 0.2 s, and as much again for each further face.
 */
export function findFaces(picture: Canvas): FoundFace[] {
  let unconfirmed: FoundFace | undefined;
  for (const view of viewsOf(picture)) {
    const faces: FoundFace[] = [];
    for (const square of detect(picture, view)) {
      if (square.size > view.size * view.maxShare) continue;
      const face = fitMesh(picture, square);
      if (face.isConfirmed) faces.push({ ...face, points: withEyes(picture, face.points) });
      else if (square.score >= MIN_UNCONFIRMED_SCORE)
        unconfirmed ??= { ...face, points: withEyes(picture, face.points) };
    }
    if (faces.length > 0) return faces;
  }
  return unconfirmed ? [unconfirmed] : [];
}

function viewsOf({ width, height }: Canvas): (Square & { maxShare: number })[] {
  const longer = Math.max(width, height);
  // Larger than the picture, so that a face cut off by the border is found too.
  const whole = { x: width / 2, y: height / 2, size: longer * 1.15, angle: 0 };
  const size = longer * TILE_SHARE;
  const tileCentres = (side: number) => (side <= size ? [side / 2] : [size / 2, side - size / 2]);
  return [
    ...ROTATIONS.map((angle) => ({ ...whole, angle, maxShare: 1 })),
    ...tileCentres(width).flatMap((x) =>
      tileCentres(height).map((y) => ({ x, y, size, angle: 0, maxShare: MAX_FACE_SHARE })),
    ),
  ];
}

/** Finds squares that contain a face, the largest first. BlazeFace finds a box and two eyes. */
function detect(picture: Canvas, view: Square): (Square & { score: number })[] {
  const side = inputSize('detector');
  const scale = view.size / side;
  const [fineScores, fineBoxes, coarseBoxes, coarseScores] = runNetwork(
    'detector',
    crop(picture, view, side, -1),
  ) as [FeatureMap, FeatureMap, FeatureMap, FeatureMap];
  const found: (Square & { score: number })[] = [];
  for (const [scores, boxes] of [
    [fineScores, fineBoxes],
    [coarseScores, coarseBoxes],
  ] as const) {
    const pitch = side / scores.width;
    for (let i = 0; i < scores.data.length; i++) {
      const score = 1 / (1 + Math.exp(-scores.data[i]!));
      if (score < MIN_SCORE) continue;
      const cell = Math.floor(i / scores.channels);
      const anchor = [((cell % scores.width) + 0.5) * pitch, (Math.floor(cell / scores.width) + 0.5) * pitch];
      const at = (k: number) => boxes.data[i * 16 + k]! + anchor[k % 2]!;
      const eyes = Math.atan2(at(7) - at(5), at(6) - at(4));
      const [x, y] = toPicture(view, scale, at(0), at(1));
      const size = FACE_CROP_SCALE * scale * Math.max(boxes.data[i * 16 + 2]!, boxes.data[i * 16 + 3]!);
      found.push({ x, y, size, angle: view.angle + eyes, score });
    }
  }
  found.sort((a, b) => b.score - a.score);
  const distinct = found.filter(
    (face, i) =>
      !found.slice(0, i).some((other) => Math.hypot(face.x - other.x, face.y - other.y) < other.size / 2),
  );
  return distinct.sort((a, b) => b.size - a.size).slice(0, MAX_FACES);
}

/** Returns the mesh of an average face of size 1 around 0, 0: the network's output for a grey picture. */
export function averageUnitMesh(): number[] {
  const side = inputSize('mesh');
  const grey = new Float32Array(side * side * 3).fill(0.5);
  const [, mesh] = runNetwork('mesh', { width: side, height: side, channels: 3, data: grey }) as [
    FeatureMap,
    FeatureMap,
  ];
  const points = [...mesh.data];
  const { x, y, size } = cropAround(points);
  const placed = points.map((value, i) => ((value - [x, y, 0][i % 3]!) / size) * FACE_CROP_SCALE);
  for (const { corners } of EYES) {
    const [a, b] = corners.map((corner) => placed.slice(corner * 3, corner * 3 + 3)) as [number[], number[]];
    const [middleX, middleY, z] = a.map((value, k) => (value + b[k]!) / 2) as [number, number, number];
    const radius = Math.abs(b[0]! - a[0]!) * 0.2;
    for (const [dx, dy] of IRIS_ENDS) placed.push(middleX + dx * radius, middleY + dy * radius, z);
  }
  return placed;
}

function fitMesh(picture: Canvas, start: Square): FoundFace {
  const side = inputSize('mesh');
  let square = start;
  let points: number[] = [];
  for (let pass = 0; pass < PASSES; pass++) {
    const [certainty, mesh] = runNetwork('mesh', crop(picture, square, side, 0)) as [FeatureMap, FeatureMap];
    const scale = square.size / side;
    points = [];
    for (let i = 0; i < MESH_POINTS; i++) {
      const [x, y, z] = mesh.data.subarray(i * 3, i * 3 + 3) as unknown as [number, number, number];
      points.push(...toPicture(square, scale, x, y), z * scale);
    }
    if (certainty.data[0]! < MIN_CERTAINTY) return { points, isConfirmed: false };
    square = cropAround(points);
  }
  return { points, isConfirmed: true };
}

/** Returns the mesh with lids and irises, which a separate network finds more precisely. */
function withEyes(picture: Canvas, mesh: readonly number[]): number[] {
  const out = [...mesh];
  const side = inputSize('eye');
  for (const { corners, isMirrored, points } of EYES) {
    const [[ax, ay], [bx, by]] = corners.map((corner) => [mesh[corner * 3]!, mesh[corner * 3 + 1]!]) as [
      [number, number],
      [number, number],
    ];
    const size = EYE_CROP_SCALE * Math.hypot(bx - ax, by - ay);
    const square = { x: (ax + bx) / 2, y: (ay + by) / 2, size, angle: Math.atan2(by - ay, bx - ax) };
    const [contour, iris] = runNetwork('eye', crop(picture, square, side, 0, isMirrored)) as [
      FeatureMap,
      FeatureMap,
    ];
    const place = ({ data }: FeatureMap, i: number) =>
      toPicture(square, size / side, isMirrored ? side - data[i * 3]! : data[i * 3]!, data[i * 3 + 1]!);
    points.forEach((point, i) => {
      [out[point * 3], out[point * 3 + 1]] = place(contour, i);
    });
    const depth = mesh[corners[0] * 3 + 2]!;
    for (let i = 0; i < IRIS_POINTS; i++) out.push(...place(iris, i), depth);
  }
  return out;
}

/** Returns the square around a mesh, rotated so that its eyes are level. */
function cropAround(points: number[]): Square {
  const [xs, ys] = [0, 1].map((k) => points.filter((_, i) => i % 3 === k)) as [number[], number[]];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const [outerLeft, outerRight] = [33 * 3, 263 * 3];
  return {
    x: (left + right) / 2,
    y: (top + bottom) / 2,
    size: FACE_CROP_SCALE * Math.max(right - left, bottom - top),
    angle: Math.atan2(
      points[outerRight + 1]! - points[outerLeft + 1]!,
      points[outerRight]! - points[outerLeft]!,
    ),
  };
}

function toPicture({ x, y, size, angle }: Square, scale: number, atX: number, atY: number): [number, number] {
  const [dx, dy] = [atX * scale - size / 2, atY * scale - size / 2];
  return [x + dx * Math.cos(angle) - dy * Math.sin(angle), y + dx * Math.sin(angle) + dy * Math.cos(angle)];
}

/** Returns red, green and blue, from `dark` to 1, of a square of the picture, rotated upright. */
function crop(
  picture: Canvas,
  { x, y, size, angle }: Square,
  side: number,
  dark: -1 | 0,
  isMirrored = false,
): FeatureMap {
  const canvas = createCanvas(side, side);
  const ctx = canvas.getContext('2d');
  ctx.fillStyle = '#808080';
  ctx.fillRect(0, 0, side, side);
  ctx.imageSmoothingQuality = 'high';
  ctx.translate(side / 2, side / 2);
  if (isMirrored) ctx.scale(-1, 1);
  ctx.rotate(-angle);
  ctx.scale(side / size, side / size);
  ctx.drawImage(picture, -x, -y);
  const rgba = ctx.getImageData(0, 0, side, side).data;
  const data = new Float32Array(side * side * 3);
  for (let i = 0; i < data.length; i++)
    data[i] = dark + ((1 - dark) * rgba[Math.floor(i / 3) * 4 + (i % 3)]!) / 255;
  return { width: side, height: side, channels: 3, data };
}
