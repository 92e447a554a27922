import { type Canvas, createCanvas, type Path2D, type SKRSContext2D } from '@napi-rs/canvas';
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

  /** Carries out what has been drawn so far: a canvas otherwise keeps all drawing commands until pixels are read. */
  flush(): void {
    this.ctx.getImageData(0, 0, 1, 1);
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

  /** A part of this sheet as a sheet of its own. */
  crop(box: SheetBox): Sheet {
    const part = new Sheet(this.snap(box), this.scale);
    part.stamp(this);
    return part;
  }

  /** The box with its edges on whole pixels of this sheet, an even number of them wide. */
  snap(box: SheetBox): SheetBox {
    return snapBox(box, this);
  }
}

/** The box with its edges on the pixels of a picture with this box and scale, an even number of them wide. */
export function snapBox(box: SheetBox, { box: grid, scale }: { box: SheetBox; scale: number }): SheetBox {
  const left = Math.floor((box.left - grid.left) * scale);
  const right = Math.ceil((box.right - grid.left) * scale);
  const top = Math.floor((box.top - grid.top) * scale);
  const bottom = Math.ceil((box.bottom - grid.top) * scale);
  const even = right + ((right - left) & 1);
  return {
    left: grid.left + left / scale,
    top: grid.top + top / scale,
    right: grid.left + even / scale,
    bottom: grid.top + bottom / scale,
  };
}

/** Pixels of a length, rounded up; a tiny excess over a whole number, from floating point, is ignored. */
export function pixelsOf(length: number, scale: number): number {
  return Math.ceil(length * scale - 1e-6);
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
