import { Path2D, type SKRSContext2D } from '@napi-rs/canvas';
import { clamp } from '../../lib/clamp.ts';
import { EYES, type EyePoints } from './mesh-points.ts';

/** The strokes of soft lashes on a lid: length in the middle of the eye, in face units, and share of their opacity. */
const LASH_STROKES = [
  [0.048, 0.2],
  [0.025, 0.4],
  [0.01, 0.8],
] as const;
/**
 * The shade of a shut lid, which is round: light on the eyeball, darkest in the fold above it and under the lashes.
 * Positions from the middle outwards, 0 to 1, with opacities.
 */
const LID_SHADE = [
  [0, 0.03],
  [0.3, 0.06],
  [0.5, 0.21],
  [0.66, 0.12],
  [1, 0],
] as const;
/** How far a lid is shut when its shade begins: not yet by a smile. */
const SHADE_FROM = 0.2;
/** Half the width and height of that shade, relative to the eye's half width and to the lid's height. */
const SHADE_WIDE = 1.12;
const SHADE_HIGH = 0.55;
/** The size of the shade, fading out, relative to the above; its lightest part is below its middle. */
const SHADE_REACH = 1.5;
const LIGHTEST = { down: 0.25, radius: 0.35 };

/** The points of a face in the frame, in pixels. */
interface InFrame {
  x: Float64Array;
  y: Float64Array;
  /** A face unit in pixels. */
  scale: number;
  /** The colour of the lashes. */
  lash: string;
  isPainted: boolean;
}

/** Draws what a lid shows as it comes down: its shade and its lashes, which cover the seam in the picture. */
export function drawClosingLid(ctx: SKRSContext2D, points: EyePoints, shut: number, frame: InFrame): void {
  if (shut < 0.05) return;
  if (frame.isPainted && shut > SHADE_FROM)
    shadeLid(ctx, points, ((shut - SHADE_FROM) / (1 - SHADE_FROM)) ** 2, frame);
  const { x, y, scale, lash } = frame;
  const isLeft = points === EYES[0];
  const alpha = clamp(shut * 2.2);
  ctx.fillStyle = lash;
  // Several strokes look soft; a blur would take as long as the rest of a face.
  for (const [long, share] of LASH_STROKES) {
    ctx.globalAlpha = alpha * share;
    ctx.fill(band(points.upper, x, y, scale * long, (part) => lashLength(isLeft ? 1 - part : part)));
  }
  ctx.globalAlpha = 1;
}

function shadeLid(ctx: SKRSContext2D, { upper, socket }: EyePoints, alpha: number, { x, y }: InFrame): void {
  const [left, right] = [upper[0]!, upper.at(-1)!];
  const edge = y[upper[upper.length >> 1]!]!;
  const high = (edge - y[socket[socket.length >> 1]!]!) * SHADE_HIGH;
  const [wideX, wideY] = [(x[right]! - x[left]!) / 2, (y[right]! - y[left]!) / 2];
  if (high <= 0) return;
  ctx.save();
  ctx.translate(x[left]! + wideX, edge - high * 0.82);
  ctx.rotate(Math.atan2(wideY, wideX));
  ctx.scale(Math.hypot(wideX, wideY) * SHADE_WIDE, high);
  const shade = ctx.createRadialGradient(0, LIGHTEST.down, LIGHTEST.radius, 0, 0, SHADE_REACH);
  for (const [at, opacity] of LID_SHADE) shade.addColorStop(at, `rgba(58,24,16,${opacity * alpha})`);
  ctx.fillStyle = shade;
  ctx.fillRect(-SHADE_REACH, -SHADE_REACH, 2 * SHADE_REACH, 2 * SHADE_REACH);
  ctx.restore();
}

/** Draws a rounded line through points, continuing from the end of the path. */
export function curve(row: readonly number[], x: Float64Array, y: Float64Array, before?: Path2D): Path2D {
  const path = before ?? new Path2D();
  path[before ? 'lineTo' : 'moveTo'](x[row[0]!]!, y[row[0]!]!);
  for (let k = 1; k < row.length - 1; k++) {
    const [now, next] = [row[k]!, row[k + 1]!];
    path.quadraticCurveTo(x[now]!, y[now]!, (x[now]! + x[next]!) / 2, (y[now]! + y[next]!) / 2);
  }
  path.lineTo(x[row.at(-1)!]!, y[row.at(-1)!]!);
  return path;
}

/** Returns the relative length of lashes from the inner to the outer corner of an eye: they are longest outside. */
const lashLength = (part: number) => Math.sin(Math.PI * part ** 1.25) ** 0.6 * (0.6 + 0.55 * part);

/**
 * Returns the area below a rounded line through points. Its height is `wide` times the result of `shareAt` for the
 * position along the line. It looks like a stroke cut along its middle, but takes less time.
 */
export function band(
  row: readonly number[],
  x: Float64Array,
  y: Float64Array,
  wide: number,
  shareAt: (part: number) => number,
): Path2D {
  const path = curve(row, x, y);
  for (let k = row.length - 1; k >= 0; k--) {
    const [before, after] = [row[Math.max(0, k - 1)]!, row[Math.min(row.length - 1, k + 1)]!];
    const [alongX, alongY] = [x[after]! - x[before]!, y[after]! - y[before]!];
    const part = (wide * shareAt(k / (row.length - 1))) / (Math.hypot(alongX, alongY) || 1);
    path.lineTo(x[row[k]!]! - alongY * part, y[row[k]!]! + alongX * part);
  }
  path.closePath();
  return path;
}
