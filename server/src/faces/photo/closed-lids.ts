import { clamp } from '../../lib/clamp.ts';
import { mix } from '../../lib/interpolate.ts';
import { type FaceMesh, toFrame } from './face-mesh.ts';
import type { Photo } from './frame-photo.ts';
import { EYES, type EyePoints } from './mesh-points.ts';
import { lumaOf } from './picture-tint.ts';

/** How far lashes and the white of an eye may extend beyond its corners, in face units. */
const BESIDE = 0.11;
/** How far they may extend above and below its lids: as a fraction of the distance to the skin, and the minimum. */
const OUTSIDE = 0.65;
const MIN_OUTSIDE = 0.045;
/** How far below its eyes a picture with closed lids may differ, in face units. */
const BELOW = 0.3;
/** How far to each side the skin of a lid is blurred, in face units. */
const LID_BLUR = 0.045;
/** Half the width, in pixels, of the area from which a column takes its skin, and the height of that area. */
const SAMPLE_REACH = 7;
const SAMPLE_HEIGHT = 3;
/** The number of pixels over which skin blends into the picture. */
const BLEND_PIXELS = 2;

/**
 * Returns the pixels of a photo with closed lids: skin in place of its eyes and lashes, so that neither
 * the white nor the lashes of the open eye show beside them. `part` scales the area around the eyes.
 */
export function closeLids(photo: Photo, mesh: FaceMesh, part = 1): Uint8Array {
  const pixels = Uint8Array.from(photo.pixels);
  const [xs, ys] = toFrame(mesh);
  for (const eye of EYES) paintEye(pixels, photo, eye, { xs, ys, scale: mesh.scale, part });
  return pixels;
}

/** Restores the skin below the eyes from a picture, because a closing lid ends at the lower one. */
export function restoreBelowEyes(pixels: Uint8Array, photo: Photo, mesh: FaceMesh): void {
  const [xs, ys] = toFrame(mesh);
  const beside = 2 * BESIDE * mesh.scale;
  for (const { lower } of EYES) {
    const [left, right] = [xs[lower[0]!]!, xs[lower.at(-1)!]!];
    const heights = lower.map((point) => ys[point]!);
    for (
      let x = Math.max(0, Math.floor(left - beside));
      x <= Math.min(photo.width - 1, right + beside);
      x++
    ) {
      const edge = interpolate(clamp(x, left, right), lower, xs, heights);
      for (let y = Math.floor(edge); y <= Math.min(photo.height - 1, edge + BELOW * mesh.scale); y++) {
        const share = clamp((y - edge) / BLEND_PIXELS);
        const spot = (y * photo.width + x) * 4;
        for (let k = 0; k < 3; k++) pixels[spot + k] = mix(pixels[spot + k]!, photo.pixels[spot + k]!, share);
      }
    }
  }
}

/**
 * Blurs the skin of shut lids along the lid. A few pixels are stretched to the height of the eye as it shuts, so that each of
 * them would be seen as a streak.
 */
export function smoothLids(pixels: Uint8Array, { width, height }: Photo, mesh: FaceMesh): void {
  const before = Uint8Array.from(pixels);
  const [xs, ys] = toFrame(mesh);
  const reach = Math.round(LID_BLUR * mesh.scale);
  for (const { upper, lower, crease } of EYES) {
    const [left, right] = [Math.ceil(xs[upper[0]!]!), Math.floor(xs[upper.at(-1)!]!)];
    if (left < 0 || right >= width) continue;
    const [tops, bottoms, ends] = [crease, upper, lower].map((row) => {
      const heights = row.map((point) => ys[point]!);
      return Array.from({ length: right - left + 1 }, (_, k) => interpolate(left + k, row, xs, heights));
    }) as [number[], number[], number[]];
    for (let x = left; x <= right; x++) {
      const [top, bottom] = [tops[x - left]!, bottoms[x - left]!];
      for (let y = Math.max(0, Math.round(top)); y <= Math.min(height - 1, bottom + 1); y++) {
        const t = (y - top) / (bottom - top || 1);
        const sum = [0, 0, 0];
        for (let beside = x - reach; beside <= x + reach; beside++) {
          const k = clamp(beside - left, 0, right - left);
          const from = Math.round(clamp(mix(tops[k]!, bottoms[k]!, t), 0, height - 1)) * width + left + k;
          for (let c = 0; c < 3; c++) sum[c]! += before[from * 4 + c]!;
        }
        for (let c = 0; c < 3; c++) pixels[(y * width + x) * 4 + c] = sum[c]! / (2 * reach + 1);
      }
      // Where the lids meet, some of what is between them may be seen.
      const edge = Math.max(0, Math.min(height - 1, Math.round(bottom)));
      for (let y = edge + 1; y < Math.min(height, ends[x - left]!); y++)
        pixels.copyWithin((y * width + x) * 4, (edge * width + x) * 4, (edge * width + x) * 4 + 3);
    }
  }
}

interface Frame {
  xs: Float64Array;
  ys: Float64Array;
  scale: number;
  part: number;
}

function paintEye(
  to: Uint8Array,
  photo: Photo,
  eye: EyePoints,
  { xs, ys, scale, part: around }: Frame,
): void {
  const { upper, lower, crease, bag } = eye;
  const [left, right] = [xs[upper[0]!]!, xs[upper.at(-1)!]!];
  const beside = BESIDE * scale;
  const edges = [
    { edge: upper, skins: crease },
    { edge: lower, skins: bag },
  ].map(({ edge, skins }) => ({
    edge,
    heights: edge.map((point) => ys[point]!),
    outside: edge.map(
      (point, k) => around * Math.max(MIN_OUTSIDE * scale, Math.abs(ys[point]! - ys[skins[k]!]!) * OUTSIDE),
    ),
  }));
  for (let x = Math.floor(left - beside); x <= right + beside; x++) {
    if (x < SAMPLE_REACH || x >= photo.width - SAMPLE_REACH) continue;
    const inside = clamp(x, left, right);
    // Beyond the corners it extends less and less.
    const part = Math.sqrt(1 - clamp(Math.abs(x - inside) / beside) ** 4);
    const [top, bottom] = edges.map(({ edge, heights, outside }, side) => {
      const reach = part * interpolate(inside, edge, xs, outside);
      return interpolate(inside, edge, xs, heights) + (side === 0 ? -reach : reach);
    }) as [number, number];
    const [above, below] = [skinAt(photo, x, top - SAMPLE_HEIGHT), skinAt(photo, x, bottom + SAMPLE_HEIGHT)];
    for (let y = Math.max(0, Math.floor(top)); y <= Math.min(photo.height - 1, bottom); y++) {
      const share = clamp((Math.min(y - top, bottom - y) + 1) / BLEND_PIXELS);
      const t = clamp((y - top) / (bottom - top || 1));
      const spot = (y * photo.width + x) * 4;
      for (let k = 0; k < 3; k++) to[spot + k] = mix(to[spot + k]!, mix(above[k]!, below[k]!, t), share);
    }
  }
}

/** Interpolates, at `x`, the values of a row of points. */
function interpolate(x: number, row: readonly number[], xs: Float64Array, values: readonly number[]): number {
  const k = clamp(
    row.findIndex((point) => xs[point]! >= x),
    1,
    row.length - 1,
  );
  const [from, to] = [xs[row[k - 1]!]!, xs[row[k]!]!];
  return mix(values[k - 1]!, values[k]!, clamp((x - from) / (to - from || 1)));
}

/** Returns the colour of median brightness around a place, so that a lash or two do not count. */
function skinAt({ width, height, pixels }: Photo, x: number, y: number): readonly number[] {
  const around: number[][] = [];
  for (let dy = -1; dy <= 1; dy++)
    for (let dx = -SAMPLE_REACH; dx <= SAMPLE_REACH; dx++) {
      const spot = (clamp(Math.round(y) + dy, 0, height - 1) * width + x + dx) * 4;
      around.push([...pixels.subarray(spot, spot + 3)]);
    }
  around.sort((a, b) => lumaOf(a[0]!, a[1]!, a[2]!) - lumaOf(b[0]!, b[1]!, b[2]!));
  const middle = around.slice(around.length >> 1, (around.length >> 1) + 6);
  return [0, 1, 2].map((k) => middle.reduce((sum, colour) => sum + colour[k]! / middle.length, 0));
}
