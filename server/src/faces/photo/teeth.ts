import { type Canvas, createCanvas, Path2D, type SKRSContext2D } from '@napi-rs/canvas';
import { clamp } from '../../lib/clamp.ts';

/** Returns a colour in the light and tint of a picture. */
export type Shade = (r: number, g: number, b: number, a?: number) => string;

/** The height of the teeth, in face units. */
const ROW_HEIGHT = 0.115;
/** For each row: half its width in face units, tooth edges from the middle in half widths, and its relative light. */
const ROWS = {
  upper: { half: 0.262, edges: [0, 0.36, 0.64, 0.85, 1], light: 1 },
  lower: { half: 0.214, edges: [0, 0.27, 0.54, 0.8, 1], light: 0.8 },
} as const;
export type TeethRow = keyof typeof ROWS;
/** How much higher the teeth at the ends of a row end than those in the middle, as a fraction of half its width. */
const ARCH = 0.14;
/** How far the ends of a row lie behind its middle, in face units. */
const ARCH_DEPTH = 0.12;
/** The maximum turn of a face, in radians. */
const MAX_TURN = 0.19;
/** Pixels of a painted row per pixel of the frame. */
const OVERSAMPLING = 2;
/** The light of a tooth from edge to edge, as a fraction of that in its middle. */
const TOOTH_SHADING = [
  [0, 0.66],
  [0.14, 0.9],
  [0.45, 1],
  [0.8, 0.94],
  [1, 0.66],
] as const;

/** Both rows of teeth, each along its arch. */
export class Teeth {
  readonly #rows: Record<TeethRow, Canvas>;

  /** `scale` is the number of pixels per face unit. */
  constructor(shade: Shade, scale: number) {
    this.#rows = { upper: paintRow('upper', shade, scale), lower: paintRow('lower', shade, scale) };
  }

  /**
   * Draws a row that ends at `edge` around `centreX`, on a canvas in face units in the plane of its middle. As the head
   * turns by `yaw` radians, the ends of the row lag behind.
   */
  draw(ctx: SKRSContext2D, row: TeethRow, centreX: number, edge: number, yaw: number): void {
    const { half } = ROWS[row];
    const image = this.#rows[row];
    const top = row === 'upper' ? edge - ROW_HEIGHT : edge;
    const shift = ARCH_DEPTH * Math.sin(clamp(yaw, -MAX_TURN, MAX_TURN));
    const middle = image.width / 2;
    ctx.drawImage(image, 0, 0, middle, image.height, centreX - half - shift, top, half + shift, ROW_HEIGHT);
    ctx.drawImage(image, middle, 0, middle, image.height, centreX, top, half - shift, ROW_HEIGHT);
  }
}

/** Paints a row of teeth, each with its own light: dark between them, towards the gum, and at the back. */
function paintRow(row: TeethRow, shade: Shade, scale: number): Canvas {
  const { half, edges, light } = ROWS[row];
  const canvas = createCanvas(
    2 * Math.ceil(half * scale * OVERSAMPLING),
    Math.ceil(ROW_HEIGHT * scale * OVERSAMPLING),
  );
  const ctx = canvas.getContext('2d');
  ctx.scale(canvas.width / 2, canvas.height);
  ctx.translate(1, 0);
  if (row === 'lower') ctx.transform(1, 0, 0, -1, 0, 1);
  // From here on: -1 to 1 along the row, 0 at the gum, 1 where the middle teeth end.
  for (const side of [-1, 1]) {
    for (let i = 1; i < edges.length; i++) {
      const [from, to] = [edges[i - 1]!, edges[i]!];
      const [middle, wide] = [((from + to) / 2) * side, to - from];
      // Teeth beside the middle ones reflect less light: they face sideways, in the shade of the cheeks.
      const tone = light * (0.36 + 0.64 * Math.cos((Math.abs(middle) * Math.PI) / 2) ** 0.8);
      const end = 1 - (ARCH * half * middle * middle) / ROW_HEIGHT - (i === 2 && row === 'upper' ? 0.022 : 0);
      const body = ctx.createLinearGradient(middle - wide / 2, 0, middle + wide / 2, 0);
      for (const [at, part] of TOOTH_SHADING)
        body.addColorStop(at, shade(240 * tone * part, 225 * tone * part, 202 * tone * part));
      const depth = ctx.createLinearGradient(0, 0, 0, end);
      depth.addColorStop(0, shade(120, 62, 58, 0.8));
      depth.addColorStop(0.35, shade(110, 82, 72, 0.3));
      depth.addColorStop(0.75, shade(255, 248, 236, 0.07));
      depth.addColorStop(1, shade(140, 124, 112, 0.22));
      const tooth = new Path2D();
      const corner = wide * 0.32;
      tooth.roundRect(middle - wide / 2 + 0.003, -0.3, wide - 0.006, end + 0.3, [0, 0, corner, corner]);
      for (const fill of [body, depth]) {
        ctx.fillStyle = fill;
        ctx.fill(tooth);
      }
    }
  }
  return canvas;
}
