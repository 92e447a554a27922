import { mix, tint } from './colour.ts';
import type { Look } from './look.ts';
import type { Point, Sheet } from './sheet.ts';

/** Where the lips meet. */
const MOUTH_Y = 166;
/** The smile of a face at rest. */
const SMILE = 0.6;

/** A closed mouth: half widths of the lips and of the line between them, height of the corners, lip edges in the middle. */
function lipsOf(look: Look) {
  const w = (67 + 13 * SMILE) * look.lips.width;
  const full = look.lips.fullness;
  return { w, iw: w - 7, cy: -18 * SMILE, top: -14 * full, bottom: 20.5 * full };
}

/** The right half of an edge, from the middle to the corner: points and handles of cubic curves. */
function halvesOf(look: Look): Record<'upper' | 'line' | 'lower', Point[]> {
  const { w, iw, cy, top, bottom } = lipsOf(look);
  const rise = cy + (top - cy) * 0.45;
  const fall = cy + (bottom - cy) * 0.7;
  return {
    upper: [
      [0, top + 3],
      [3.3, top - 0.3],
      [7.7, top - 2.3],
      [13, top - 3],
      [w * 0.42, top - 1],
      [w * 0.66, rise],
      [w, cy],
    ],
    line: [
      [0, 1.4],
      [14, 1.2],
      [iw * 0.58, cy * 0.1],
      [iw, cy],
    ],
    lower: [
      [0, bottom + 1],
      [w * 0.42, bottom + 1],
      [w * 0.74, fall],
      [w, cy + 1],
    ],
  };
}

/** Points of the edge of a lip from the left to the right, in units of the portrait, close to each other. */
export function lipEdge(look: Look, edge: 'upper' | 'line' | 'lower'): Point[] {
  const half = cubicPoints(halvesOf(look)[edge]).map(([x, y]): Point => [x, y + MOUTH_Y]);
  return [
    ...half
      .slice(1)
      .map(([x, y]): Point => [-x, y])
      .reverse(),
    ...half,
  ];
}

export function cubicPoints(handles: readonly Point[], steps = 40): Point[] {
  const out: Point[] = [handles[0]!];
  for (let at = 0; at + 3 < handles.length; at += 3) {
    const [a, b, c, d] = handles.slice(at, at + 4) as [Point, Point, Point, Point];
    for (let i = 1; i <= steps; i++) {
      const [t, m] = [i / steps, 1 - i / steps];
      const of = (k: 0 | 1) => m ** 3 * a[k] + 3 * m * m * t * b[k] + 3 * m * t * t * c[k] + t ** 3 * d[k];
      out.push([of(0), of(1)]);
    }
  }
  return out;
}

/** The line between closed lips, whose shape and colour are the skin's. */
export function drawMouth({ ctx }: Sheet, look: Look): void {
  const { w } = lipsOf(look);
  const { skin } = look;
  // It runs out before the corners, where rounded lips stretch what is painted.
  const ink = mix(skin.shadow, '#20060a', 0.6);
  const shut = ctx.createLinearGradient(-w, 0, w, 0);
  for (const [at, alpha] of [
    [0.04, 0],
    [0.2, 0.6],
    [0.5, 0.7],
    [0.8, 0.6],
    [0.96, 0],
  ] as const)
    shut.addColorStop(at, tint(ink, alpha));
  ctx.strokeStyle = shut;
  ctx.lineWidth = 2.2;
  ctx.beginPath();
  for (const [x, y] of lipEdge(look, 'line')) ctx.lineTo(x, y);
  ctx.stroke();
}
