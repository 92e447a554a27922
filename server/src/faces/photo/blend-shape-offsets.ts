import { existsSync, readFileSync } from 'node:fs';
import { clamp } from '../../lib/clamp.ts';
import { smoothstep } from '../../lib/interpolate.ts';
import { BLEND_SHAPES, type BlendShape, type BlendShapeWeights } from '../director/blend-shapes.ts';
import { MESH_POINTS } from '../landmarks/face-points.ts';
import { type FaceMesh, makeFaceMesh } from './face-mesh.ts';
import type { Lips } from './lips.ts';
import { BLINKS, EYES, type EyePoints, OVAL } from './mesh-points.ts';
import { PACKS } from './people.ts';

/** The step of the numbers in a file of offsets, in face units. */
const STEP = 1 / 20_000;
/** Smaller offsets are ignored, in face units. */
const MIN_OFFSET = 2e-4;
/** How far skin beside an eye follows the upper lid as it closes, and how far the lower lid comes up. */
const LID_FOLLOWS = { crease: 0.5, socket: 0.1 };
const LOWER_LID = 0.1;
/** How far the edge of a lower lid comes up with the skin below it. */
const BAG_SHARE = 0.85;
/** How far the neck gives way to a chin above it. */
const NECK_SHARE = 0.25;
/**
 * The jaw is bone: its chin moves down nearly as far as the lower lip. A mesh underestimates this where the lower edge
 * of the face surrounds the bone: the minimum fraction of the lip's movement at its middle, and the jaw's share of the
 * width.
 */
const BONE = { ofLip: 0.9, wide: 0.94 };
/** The maximum ratio of a feature's size to the average for scaling its offsets. */
const MAX_SIZE_RATIO = 1.6;

/** How far the points of a mesh move with one blend shape, in face units, without points that do not move. */
export interface BlendShapeOffsets {
  readonly shape: BlendShape;
  readonly points: Uint16Array;
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly z: Float32Array;
}

/** How the blend shapes move a face, and how much of each its picture shows at rest. */
export interface FaceBlendShapes {
  /** x, y and z of each point, for each blend shape. */
  readonly offsets: Int16Array;
  readonly restWeights: BlendShapeWeights;
}

const average = new URL('average/', PACKS);
/** Shared by all conversations with one person. */
const fitted = new WeakMap<FaceMesh, readonly BlendShapeOffsets[]>();
let averageMesh: FaceMesh | undefined;
let averageOffsets: Int16Array | undefined;

/** Reads how blend shapes move the person of a pack; undefined if it has no such file. @throws Error if it is invalid */
export function readOffsets(folder: URL): Int16Array | undefined {
  const file = new URL('units.bin', folder);
  if (!existsSync(file)) return undefined;
  const bytes = readFileSync(file);
  const count = BLEND_SHAPES.length * MESH_POINTS * 3;
  if (bytes.length !== count * 2)
    throw new Error(
      `${file.pathname} has ${bytes.length} bytes, but ${BLEND_SHAPES.length} blend shapes need ${count * 2} bytes.`,
    );
  return Int16Array.from({ length: count }, (_, i) => bytes.readInt16LE(i * 2));
}

/** Returns the offsets of a face: its own if known, otherwise average ones scaled to its proportions. */
export function fitOffsets(mesh: FaceMesh, lips: Lips, own?: FaceBlendShapes): readonly BlendShapeOffsets[] {
  const cached = fitted.get(mesh);
  if (cached) return cached;
  averageOffsets ??= readOffsets(average)!;
  const moves = own?.offsets ?? averageOffsets;
  const size = own ? () => [1, 1] as const : proportions(mesh, lips);
  const shapeOffsets = BLEND_SHAPES.map((shape, s): BlendShapeOffsets => {
    const [wide, high] = size(shape);
    const [x, y, z] = [wide, high, wide].map((scale, k) => {
      const out = new Float32Array(mesh.x.length);
      for (let i = 0; i < MESH_POINTS; i++) out[i] = moves[(s * MESH_POINTS + i) * 3 + k]! * STEP * scale;
      return out;
    }) as [Float32Array, Float32Array, Float32Array];
    if (shape === 'jawOpen') carryChin(mesh, y);
    OVAL.forEach((point, i) => {
      y[MESH_POINTS + i] = y[point]! * NECK_SHARE;
    });
    // The mesh knows the edge of a lid only roughly: it would become uneven.
    if (/Squint/.test(shape))
      for (const { lower, bag } of EYES)
        for (let k = 1; k < lower.length - 1; k++) y[lower[k]!] = y[bag[k]!]! * BAG_SHARE;
    BLINKS.forEach((blink, side) => {
      if (shape === blink) shutLids(mesh, EYES[side]!, { x, y, z });
    });
    const points = Uint16Array.from(x.keys()).filter(
      (i) => Math.abs(x[i]!) + Math.abs(y[i]!) + Math.abs(z[i]!) > MIN_OFFSET,
    );
    const kept = (values: Float32Array) => Float32Array.from(points, (i) => values[i]!);
    return { shape, points, x: kept(x), y: kept(y), z: kept(z) };
  });
  fitted.set(mesh, shapeOffsets);
  return shapeOffsets;
}

/** Returns the width and height of the part that a blend shape moves, relative to the average face. */
function proportions(
  mesh: FaceMesh,
  lips: Lips,
): (shape: BlendShape) => readonly [wide: number, high: number] {
  averageMesh ??= makeFaceMesh(
    (JSON.parse(readFileSync(new URL('pack.json', average), 'utf8')) as { points: number[][] }).points.flat(),
  );
  const { x, y } = averageMesh;
  const ratio = (own: number, other: number) => clamp(own / other, 1 / MAX_SIZE_RATIO, MAX_SIZE_RATIO);
  const gapOf = ({ y }: FaceMesh, side: 0 | 1) => y[EYES[side].lower[4]!]! - y[EYES[side].upper[4]!]!;
  const mouth = [
    ratio(2 * lips.half, x[291]! - x[61]!),
    ratio(mesh.y[152]! - mesh.y[2]!, y[152]! - y[2]!),
  ] as const;
  return (shape) => {
    if (/^(jaw|mouth)/.test(shape)) return mouth;
    if (!shape.startsWith('eye')) return [1, 1];
    const side = shape.endsWith('Right') ? 0 : 1;
    return [1, ratio(gapOf(mesh, side), gapOf(averageMesh!, side))];
  };
}

/** Moves the chin and its surroundings down with the bone. `moveY` is how far an open jaw moves each point. */
function carryChin({ x, y }: FaceMesh, moveY: Float32Array): void {
  const ofLip = moveY[17]! * BONE.ofLip;
  const [lipY, chinY, middle] = [y[14]!, y[152]!, (x[172]! + x[397]!) / 2];
  const half = ((x[397]! - x[172]!) / 2) * BONE.wide;
  for (let i = 0; i < MESH_POINTS; i++) {
    const down = clamp((y[i]! - lipY) / (chinY - lipY));
    const beside = 1 - clamp(Math.abs(x[i]! - middle) / half) ** 2;
    const share = smoothstep(down) * beside;
    // Inside the lips, nothing changes.
    moveY[i] = Math.max(moveY[i]!, ofLip * share);
  }
}

/** Makes a closing lid meet the other in each column. Layers with closed lids are made for skin that follows it so. */
function shutLids(
  { x, y }: FaceMesh,
  { upper, lower, crease, socket, bag }: EyePoints,
  move: { x: Float32Array; y: Float32Array; z: Float32Array },
): void {
  for (const values of Object.values(move)) values.fill(0);
  for (let k = 1; k < upper.length - 1; k++) {
    const [u, l] = [upper[k]!, lower[k]!];
    const gap = y[l]! - y[u]!;
    move.y[u] = gap * (1 - LOWER_LID);
    move.x[u] = (x[l]! - x[u]!) * 0.6;
    move.y[l] = -gap * LOWER_LID;
    move.y[crease[k]!] = move.y[u] * LID_FOLLOWS.crease;
    if (k <= socket.length) move.y[socket[k - 1]!] = move.y[u] * LID_FOLLOWS.socket;
    move.y[bag[k]!] = move.y[l] / 2;
  }
}
