import { type Canvas, createCanvas, Path2D, type SKRSContext2D } from '@napi-rs/canvas';
import { tint } from './colour.ts';

/**
 * A box of the drawing: the origin is the point between the eyes, x to the right, y down, and 1000 units are the
 * height of the picture before the zoom.
 */
export interface SheetBox {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export type Point = readonly [number, number];

/** A transparent canvas over a box of the drawing, with soft brushes. */
export class Sheet {
  readonly box: SheetBox;
  /** Pixels a unit. */
  readonly scale: number;
  readonly canvas: Canvas;
  readonly ctx: SKRSContext2D;

  constructor(box: SheetBox, scale: number) {
    this.box = box;
    this.scale = scale;
    this.canvas = createCanvas(pixelsOf(box.right - box.left, scale), pixelsOf(box.bottom - box.top, scale));
    this.ctx = this.canvas.getContext('2d');
    this.ctx.lineCap = 'round';
    this.ctx.lineJoin = 'round';
    this.home();
  }

  /** Back to the units of the drawing. */
  home(): void {
    const { box, scale } = this;
    this.ctx.setTransform(scale, 0, 0, scale, -box.left * scale, -box.top * scale);
  }

  /** Draws with edges blurred by `radius` units. */
  soft(radius: number, draw: () => void): void {
    this.ctx.filter = `blur(${Math.max(0.25, radius * this.scale).toFixed(2)}px)`;
    draw();
    this.ctx.filter = 'none';
  }

  /** Draws inside the path only. */
  within(path: Path2D, draw: () => void, rule: 'nonzero' | 'evenodd' = 'nonzero'): void {
    this.ctx.save();
    this.ctx.clip(path, rule);
    draw();
    this.ctx.restore();
  }

  /** A soft elliptical spot: `alpha` in the middle, nothing at the rim. */
  blob(x: number, y: number, rx: number, ry: number, colour: string, alpha: number, angle = 0): void {
    const { ctx } = this;
    ctx.save();
    ctx.translate(x, y);
    ctx.rotate(angle);
    ctx.scale(rx, ry);
    const gradient = ctx.createRadialGradient(0, 0, 0, 0, 0, 1);
    // Five stops of a bell curve: two would leave a visible disc.
    for (const [at, part] of [
      [0, 1],
      [0.25, 0.86],
      [0.5, 0.5],
      [0.75, 0.14],
      [1, 0],
    ] as const)
      gradient.addColorStop(at, tint(colour, alpha * part));
    ctx.fillStyle = gradient;
    ctx.beginPath();
    ctx.arc(0, 0, 1, 0, Math.PI * 2);
    ctx.fill();
    ctx.restore();
  }

  linear(x0: number, y0: number, x1: number, y1: number, stops: readonly (readonly [number, string])[]) {
    const gradient = this.ctx.createLinearGradient(x0, y0, x1, y1);
    for (const [at, colour] of stops) gradient.addColorStop(at, colour);
    return gradient;
  }

  /** Draws another sheet at its place. */
  stamp(other: Sheet): void {
    const { box, canvas, scale } = other;
    this.ctx.drawImage(canvas, box.left, box.top, canvas.width / scale, canvas.height / scale);
  }
}

/** Pixels of a length, rounded up; a tiny excess over a whole number, from floating point, is ignored. */
export function pixelsOf(length: number, scale: number): number {
  return Math.ceil(length * scale - 1e-6);
}

/** The points of a curve, written as SVG writes those of a polyline: `points('0,0 10,-20')`. */
export function points(list: string): Point[] {
  return list.split(' ').map((point) => {
    const [x, y] = point.split(',').map(Number);
    return [x!, y!];
  });
}

/** `count + 1` points on a smooth curve (Catmull-Rom) through all of `points`. */
export function spline(points: readonly Point[], count = 40): Point[] {
  const at = (i: number) => points[Math.max(0, Math.min(points.length - 1, i))]!;
  const out: Point[] = [];
  for (let k = 0; k <= count; k++) {
    const u = (k / count) * (points.length - 1);
    const i = Math.min(points.length - 2, Math.floor(u));
    const t = u - i;
    const blend = (axis: 0 | 1) => {
      const [a, b, c, d] = [at(i - 1)[axis], at(i)[axis], at(i + 1)[axis], at(i + 2)[axis]];
      return (
        0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t ** 3)
      );
    };
    out.push([blend(0), blend(1)]);
  }
  return out;
}

export function trace(
  ctx: { moveTo(x: number, y: number): void; lineTo(x: number, y: number): void },
  points: readonly Point[],
): void {
  points.forEach(([x, y], i) => {
    if (i === 0) ctx.moveTo(x, y);
    else ctx.lineTo(x, y);
  });
}

export function mirrored(points: readonly Point[]): Point[] {
  return points.map(([x, y]) => [-x, y] as const);
}

/** A path of the right side, in SVG's notation, or the same of the left side (`s` -1). */
export function sidePath(s: number, right: string): Path2D {
  return new Path2D(right).transform({ a: s, b: 0, c: 0, d: 1, e: 0, f: 0 });
}
