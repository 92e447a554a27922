import { Path2D } from '@napi-rs/canvas';
import { clamp } from '@visavis/server/dist/lib/clamp.js';
import { lerp, mix, tint } from './colour.ts';
import type { Look } from './look.ts';
import { type Point, type Sheet, spline, trace } from './sheet.ts';

const STEPS = 44;

export interface LockOptions {
  random: () => number;
  /** How many fine strands. */
  strands: number;
  /** Of a fine strand, in units. */
  width?: number;
  /** Strength of the shine, and where along the lock it lies (0 root .. 1 tip). */
  shine?: number;
  shineAt?: number;
  /** Darkening towards both long edges, 0..1. */
  edge?: number;
  /** Sideways wave of the strands within the lock. */
  wave?: number;
  /** `false` draws the strands alone: a thin veil over what is below. */
  body?: boolean;
  /** Overall darkening, 0..1: locks that lie in shade. */
  shade?: number;
}

/**
 * A lock of hair between two curves that start at the root and meet (or nearly) at the tip. The body is filled to a
 * clean edge; strands never leave it, so tips do not fray.
 */
export function paintLock(
  sheet: Sheet,
  look: Look,
  inner: readonly Point[],
  outer: readonly Point[],
  options: LockOptions,
): void {
  const {
    random,
    strands,
    width = 2.2,
    shine = 0.35,
    shineAt = 0.28,
    edge = 0.5,
    wave = 0.05,
    shade = 0,
  } = options;
  const { ctx } = sheet;
  const a = spline(inner, STEPS);
  const b = spline(outer, STEPS);
  const dark = mix(look.hair.colour, '#000000', 0.2 + 0.5 * shade);
  const outline = new Path2D();
  trace(outline, [...a, ...[...b].reverse()]);
  outline.closePath();
  if (options.body !== false) {
    ctx.fillStyle = dark;
    ctx.fill(outline);
    ctx.strokeStyle = dark;
    ctx.lineWidth = 1.6;
    ctx.stroke(outline);
  }
  ctx.save();
  if (options.body !== false) ctx.clip(outline);
  const strand = (t: number, wide: number, alpha: number) => {
    const phase = random() * 6.28;
    const pace = 1 + random() * 1.4;
    const swing = (random() - 0.5) * 2 * wave;
    const cut = options.body === false ? Math.floor(random() * random() * STEPS * 0.4) : 0;
    const points: Point[] = [];
    for (let i = 0; i <= STEPS - cut; i++) {
      const u = i / STEPS;
      const tt = clamp(t + swing * Math.sin(phase + u * 6.28 * pace) * Math.sin(Math.PI * u), 0, 1);
      points.push([lerp(a[i]![0], b[i]![0], tt), lerp(a[i]![1], b[i]![1], tt)]);
    }
    const tone = random();
    const rim = Math.abs(t * 2 - 1) ** 2.2 * edge;
    const deepen = (colour: string, amount: number) => mix(colour, '#000000', clamp(amount + shade * 0.55));
    const base = deepen(mix(look.hair.colour, look.hair.light, 0.06 + 0.34 * tone), rim * 0.6);
    const lit = deepen(mix(look.hair.colour, look.hair.light, 0.55 + 0.45 * tone), rim * 0.45);
    const at = clamp(shineAt + (random() - 0.5) * 0.12, 0.05, 0.8);
    const [x0, y0] = points[0]!;
    const [x1, y1] = points.at(-1)!;
    const fade = options.body === false ? 0 : 1;
    ctx.strokeStyle = sheet.linear(x0, y0, x1, y1, [
      [0, tint(deepen(base, 0.35), alpha)],
      [clamp(at - 0.17), tint(base, alpha)],
      [at, tint(lit, clamp(alpha * 0.7 + shine))],
      [clamp(at + 0.22), tint(base, alpha)],
      [0.78, tint(mix(base, look.hair.light, 0.26), alpha * 0.8)],
      [1, tint(deepen(base, 0.3), alpha * fade)],
    ]);
    ctx.lineWidth = wide;
    ctx.beginPath();
    trace(ctx, points);
    ctx.stroke();
  };
  // Broad strands first, for soft shading: fine strands alone would look like wire.
  if (options.body !== false) for (let i = 0; i < strands / 5; i++) strand(random(), width * 4.5, 0.3);
  for (let i = 0; i < strands; i++)
    strand(clamp(i / (strands - 1) + (random() - 0.5) * 0.05), width * (0.45 + random()), 0.5);
  ctx.restore();
}

/** A few loose hairs along a curve: what keeps a hairstyle from looking cut out. */
export function paintFlyaways(
  sheet: Sheet,
  look: Look,
  count: number,
  random: () => number,
  curve: (s: 1 | -1, random: () => number) => [Point, Point, Point],
): void {
  const { ctx } = sheet;
  for (let i = 0; i < count; i++) {
    const [from, by, to] = curve(random() < 0.5 ? -1 : 1, random);
    ctx.strokeStyle = tint(mix(look.hair.colour, look.hair.light, 0.7), 0.16 + random() * 0.14);
    ctx.lineWidth = 0.8 + random() * 0.5;
    ctx.beginPath();
    ctx.moveTo(from[0], from[1]);
    ctx.quadraticCurveTo(by[0], by[1], to[0], to[1]);
    ctx.stroke();
  }
}

/** Light over finished hair: a soft gloss, shade to the lower right, a warm rim. */
export function glazeHair(
  sheet: Sheet,
  look: Look,
  gloss: readonly Point[],
  rim: readonly Point[],
  strength = 1,
): void {
  const { ctx } = sheet;
  ctx.globalCompositeOperation = 'source-atop';
  const stroke = (points: readonly Point[], colour: string, width: number, blur: number) =>
    sheet.soft(blur, () => {
      ctx.strokeStyle = colour;
      ctx.lineWidth = width;
      ctx.beginPath();
      trace(ctx, spline(points, 24));
      ctx.stroke();
    });
  const shine = mix(look.hair.light, '#fff2dd', 0.3);
  stroke(gloss, tint(shine, 0.3 * strength), 22, 9);
  stroke(gloss, tint(shine, 0.3 * strength), 8, 4);
  stroke(
    gloss.map(([x, y]) => [-x + 10, y + 4] as const),
    tint(shine, 0.2 * strength),
    18,
    9,
  );
  const deep = mix(look.hair.colour, '#000000', 0.7);
  ctx.fillStyle = sheet.linear(-120, -200, 270, 320, [
    [0, tint(deep, 0)],
    [1, tint(deep, 0.32)],
  ]);
  ctx.fillRect(-500, -500, 1000, 1200);
  stroke(rim, tint('#ffd9a8', 0.34), 8, 6);
  ctx.globalCompositeOperation = 'source-over';
}
