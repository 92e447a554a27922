import { type Canvas, createCanvas, ImageData } from '@napi-rs/canvas';
import { clamp } from '@visavis/server/dist/lib/clamp.js';
import { seededRandom } from '@visavis/server/dist/lib/seeded-random.js';
import { lerp, smoothstep } from './colour.ts';
import { lipEdge } from './draw-mouth.ts';
import { blurred, type Colour, dot, KEY, linear, noise, unit } from './light.ts';
import type { Look } from './look.ts';
import { RELIEF, reliefOf } from './relief.ts';

/** Directions of the room's light and of the window's mirror image: x right, y down, z to the viewer. */
const FILL = unit(0.78, -0.02, 0.62);
const GLINT = unit(KEY[0], KEY[1], KEY[2] + 1);
/** How far light goes round a bend of the skin: red the furthest, which reddens the edge of a shadow. */
const WRAP: Colour = [0.42, 0.24, 0.18];
const KEY_LIGHT: Colour = [0.9, 0.86, 0.8];
const SKY_LIGHT: Colour = [0.27, 0.27, 0.29];
const GROUND_LIGHT: Colour = [0.36, 0.27, 0.23];
/** Of the colours, what is taken away: light that goes round bends has made them stronger. */
const PALE = 0.12;
const WIDTH = RELIEF.right - RELIEF.left;
const HEIGHT = RELIEF.bottom - RELIEF.top;

/** A face's skin and lips in the light of its room, over `RELIEF`; it has no edge of its own. */
export function shadeSkin(look: Look): Canvas {
  const heights = reliefOf(look);
  const open = openness(heights);
  const random = seededRandom(look.seed + 31);
  const pores = noise(random, WIDTH, HEIGHT, 2);
  const patches = noise(random, WIDTH, HEIGHT, 26);
  const blotches = noise(random, WIDTH, HEIGHT, 9);
  const isLip = lipMask(look);
  const room = linear(look.backdrop.from);
  const skin = linear(look.skin.base);
  const lip = linear(look.lips.colour);
  const blush = linear(look.skin.blush);
  const image = new ImageData(WIDTH, HEIGHT);
  for (let row = 1; row < HEIGHT - 1; row++) {
    for (let col = 1; col < WIDTH - 1; col++) {
      const at = row * WIDTH + col;
      const [x, y] = [RELIEF.left + col, RELIEF.top + row];
      const lips = isLip[at]!;
      const bump = (by: number) => pores[at + by]! * (lips > 0.5 ? 0.5 : 0.22);
      // Lips have fine furrows across.
      const furrow = lips * 0.13 * Math.cos(x * 1.05 + 2.6 * blotches[at]!);
      const slopeX = (heights[at + 1]! - heights[at - 1]!) / 2 + bump(1) - bump(0) + furrow;
      const slopeY = (heights[at + WIDTH]! - heights[at - WIDTH]!) / 2 + bump(WIDTH) - bump(0);
      const n = unit(-slopeX, -slopeY, 1);
      const lit = 1 - shadowAt(heights, col, row);
      const cover = open[at]!;
      const towards = dot(n, KEY);
      const fill = clamp(dot(n, FILL)) * 0.3;
      const up = 0.5 - 0.5 * n[1];
      const red = redness(look, x, y) + 0.1 * patches[at]! + 0.05 * blotches[at]!;
      const tone = 1 + 0.045 * patches[at]! + 0.03 * blotches[at]!;
      const shine = oil(x, y) * (1 - lips) + 1.5 * lips;
      const glint = clamp(dot(n, GLINT));
      const gloss =
        lit *
        cover *
        shine *
        (0.085 * glint ** 18 + (0.1 + 0.12 * lips) * glint ** 60 * (1 + 0.5 * pores[at]!));
      const edge = (1 - clamp(n[2])) ** 3 * clamp(n[0] * 1.2) * 0.5;
      const seen = [0, 1, 2].map((k) => {
        const wrap = WRAP[k]!;
        const round = clamp((towards + wrap) / (1 + wrap));
        const shade = lerp(lit, 1, wrap * 0.5);
        const around = lerp(GROUND_LIGHT[k]!, SKY_LIGHT[k]!, up) + room[k]! * fill;
        // Light that comes out of a fold has gone through skin: it is redder.
        const folded = cover ** (1 - 0.7 * wrap);
        const light = KEY_LIGHT[k]! * round * shade * lerp(1, folded, 0.5) + around * folded;
        const own = lerp(lerp(skin[k]!, blush[k]!, clamp(red)), lip[k]!, lips * 0.92) * tone;
        return own * light * 1.3 + gloss + edge * room[k]! * 0.35;
      });
      const grey = seen[0]! * 0.3 + seen[1]! * 0.59 + seen[2]! * 0.11;
      for (let k = 0; k < 3; k++) image.data[at * 4 + k] = 255 * encode(lerp(seen[k]!, grey, PALE));
      image.data[at * 4 + 3] = 255;
    }
  }
  const canvas = createCanvas(WIDTH, HEIGHT);
  canvas.getContext('2d').putImageData(image, 0, 0);
  return canvas;
}

/** 0..1: how much blood is seen through the skin, beside `blush`. */
function redness({ face }: Look, x: number, y: number): number {
  const spot = (bx: number, by: number, rx: number, ry: number) =>
    Math.exp(-0.5 * (((Math.abs(x) - bx) / rx) ** 2 + ((y - by) / ry) ** 2));
  return (
    0.2 * spot(104, 72, 42, 32) +
    0.2 * spot(0, 88, 34, 22) +
    0.14 * spot(0, 244 + face.chin, 44, 22) +
    0.16 * spot(88, 30, 46, 12) +
    0.1 * spot(60, -14, 50, 18)
  );
}

/** How much the skin shines: most on forehead, nose and chin. */
function oil(x: number, y: number): number {
  const spot = (bx: number, by: number, rx: number, ry: number) =>
    Math.exp(-0.5 * (((Math.abs(x) - bx) / rx) ** 2 + ((y - by) / ry) ** 2));
  return 0.45 + 0.5 * spot(0, -130, 90, 60) + 0.9 * spot(0, 50, 22, 60) + 0.35 * spot(104, 40, 34, 24);
}

/** 0 in the light .. 0.7 in the shadow of something higher, found by a walk towards the light. */
function shadowAt(heights: Float32Array, col: number, row: number): number {
  const flat = Math.hypot(KEY[0], KEY[1]);
  const [dx, dy, rise] = [KEY[0] / flat, KEY[1] / flat, KEY[2] / flat];
  const from = heights[row * WIDTH + col]! + 1.5;
  let most = 0;
  for (let way = 4; way < 130; way += 3) {
    const [x, y] = [Math.round(col + dx * way), Math.round(row + dy * way)];
    if (x < 0 || y < 0 || x >= WIDTH || y >= HEIGHT) break;
    const above = heights[y * WIDTH + x]! - from - way * rise;
    most = Math.max(most, above / (4 + way * 0.22));
  }
  return smoothstep(0, 1, most) * 0.7;
}

/** 0..1 for each spot: how much of the room it sees, less in folds than on ridges. */
function openness(heights: Float32Array): Float32Array {
  const near = blurred(heights, WIDTH, 5);
  const far = blurred(heights, WIDTH, 20);
  return heights.map((height, i) =>
    clamp(1 - Math.max(0, near[i]! - height) * 0.11 - Math.max(0, far[i]! - height) * 0.028, 0.15),
  );
}

/** Where the lips are, 0..1, with an edge that runs into the skin. */
function lipMask(look: Look): Float32Array {
  const canvas = createCanvas(WIDTH, HEIGHT);
  const ctx = canvas.getContext('2d');
  ctx.translate(-RELIEF.left, -RELIEF.top);
  ctx.filter = 'blur(1.3px)';
  ctx.beginPath();
  for (const [x, y] of [...lipEdge(look, 'upper'), ...lipEdge(look, 'lower').reverse()]) ctx.lineTo(x, y);
  ctx.fill();
  const { data } = ctx.getImageData(0, 0, WIDTH, HEIGHT);
  return Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) => data[i * 4 + 3]! / 255);
}

/** Light as a picture has it; what is very bright loses its contrast before it is white. */
function encode(light: number): number {
  const soft = light < 0.7 ? light : 0.7 + 0.3 * (1 - Math.exp(-(light - 0.7) / 0.3));
  return Math.max(0, soft) ** (1 / 2.2);
}
