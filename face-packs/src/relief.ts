import { smoothstep } from './colour.ts';
import { lipEdge } from './draw-mouth.ts';
import type { Look } from './look.ts';
import type { SheetBox } from './sheet.ts';

/** What the relief covers: the face and a margin around it. */
export const RELIEF: SheetBox = { left: -210, top: -290, right: 210, bottom: 310 };

/** How far an eye is beside the middle of the face. */
export const EYE_X = 87;

/** A bump on both sides of a face, or a dent where its height is negative: its middle, reach and height. */
type Bump = readonly [x: number, y: number, acrossReach: number, downReach: number, height: number];

const bell = (distance: number) => Math.exp(-0.5 * distance * distance);

/** Heights of a face above the plane of its ears, a number a unit of the drawing, in rows. */
export function reliefOf(look: Look): Float32Array {
  const [width, height] = [RELIEF.right - RELIEF.left, RELIEF.bottom - RELIEF.top];
  const heights = new Float32Array(width * height);
  const sides = bumpsOf(look);
  const line = lipEdge(look, 'line');
  const lineAt = (x: number) => {
    const at = line.findIndex(([px]) => px >= x);
    return at < 0 ? Number.NaN : line[at]![1];
  };
  for (let col = 0; col < width; col++) {
    const x = RELIEF.left + col;
    const between = Math.abs(x) < line.at(-1)![0] ? lineAt(x) : Number.NaN;
    for (let row = 0; row < height; row++) {
      const y = RELIEF.top + row;
      let z = skull(look, x, y) + nose(look, x, y);
      for (const [bx, by, rx, ry, high] of sides) {
        const down = bell((y - by) / ry);
        if (down < 0.002) continue;
        z += high * down * (bell((x - bx) / rx) + (bx ? bell((x + bx) / rx) : 0));
      }
      // Where the lips meet.
      if (between) z -= 6 * bell((y - between) / 2.6) * smoothstep(1, 0.8, Math.abs(x) / line.at(-1)![0]);
      heights[row * width + col] = z;
    }
  }
  return heights;
}

function skull({ face: { width, jaw, chin } }: Look, x: number, y: number): number {
  const down = Math.max(0, y - 20) / 248;
  const half = 181 * width * (1 - (0.38 - 0.1 * jaw) * down * down);
  const across = Math.min(1, Math.abs(x) / half) ** 2.5;
  const along = (Math.abs(y) / (y > 0 ? 316 + chin : 305)) ** 4;
  return 165 * Math.sqrt(Math.max(0.002, 1 - across - along));
}

function nose({ nose: { width, length } }: Look, x: number, y: number): number {
  const at = y - length;
  const rise = smoothstep(-74, -10, at) * 15 + smoothstep(-34, 84, at) * 31;
  const reach = (12 + 9 * smoothstep(-20, 80, at)) * (0.5 + 0.5 * width);
  // Below, it ends the lowest in the middle.
  const end = 104 - 0.012 * x * x;
  return rise * (1 - smoothstep(end - 26, end + 24, at)) * bell(x / reach);
}

function bumpsOf({ nose: n, lips, face, eyes }: Look): Bump[] {
  const [w, l] = [n.width, n.length];
  const full = lips.fullness;
  return [
    // Brows, sockets, and the lids over the eyes.
    [66, -50, 52, 17, 9],
    [84, -6, 48, 30, -25],
    [44, -8, 17, 30, -15],
    [EYE_X, 1, 35 * eyes.size, 20, 19],
    [94, 33, 34, 9, -2.5 - 3 * face.lines],
    // Tip, wings and holes of the nose.
    [0, 85 + l, 19 * w, 17, 17],
    [33 * w, 92 + l, 12, 12, 17],
    [19 * w, 106 + l, 8, 4.5, -6],
    // The teeth below, the furrow above the lip, lips and chin.
    [0, 168, 72, 54, 19],
    [0, 138, 7, 15, -4.5],
    [13, 140, 6, 15, 2.5],
    [16, 158 - 2 * full, 24, 6, 5 * full],
    [0, 159, 40, 6, 3 * full],
    [0, 178 + 2 * full, 34, 8.5, 11 * full],
    [0, 207, 44, 11, -9],
    [75, 166, 10, 13, -6],
    [0, 240 + face.chin, 40 + 18 * face.jaw, 22, 15],
    // Cheeks, what lies below them, temples and forehead.
    [108, 50, 40, 30, 19],
    [122, 128, 28, 46, -7],
    [166, -95, 26, 60, -12],
    [60, -150, 52, 50, 5],
  ];
}
