import { type Canvas, createCanvas, ImageData } from '@napi-rs/canvas';
import { clamp } from '@visavis/server/dist/lib/clamp.js';
import { smoothstep } from './colour.ts';
import type { Look } from './look.ts';
import { PERSON, SCALE } from './pack-size.ts';
import type { Point } from './sheet.ts';

const bell = (distance: number) => Math.exp(-0.5 * distance * distance);

/** How far what is shown at a spot of the drawing has come from where it was painted. */
function moved({ shape: { turn, long, wide, jaw, apart, uneven } }: Look, x: number, y: number): Point {
  // The neck takes up what the head has moved, and the shoulders stay.
  const head = 1 - smoothstep(240, 370, y);
  const skull = 165 * clamp(1 - (x / 280) ** 2 - ((y + 20) / 370) ** 2);
  const nose = 42 * bell(x / 32) * bell((y - 72) / 40);
  const eyes = bell(y / 32);
  const [left, right] = [bell((x + 87) / 44), bell((x - 87) / 44)];
  return [
    head *
      (turn * (skull + nose - 88) +
        wide * x +
        jaw * x * bell((y - 195) / 62) +
        apart * (right - left) * eyes +
        2.4 * uneven * bell(x / 44) * bell((y - 92) / 44)),
    head *
      (long * (y > 0 ? y : 0.6 * y) +
        2.2 * uneven * (left - right) * bell((y + 16) / 46) +
        2.6 * uneven * (bell((x - 66) / 34) - bell((x + 66) / 34)) * bell((y - 164) / 28)),
  ];
}

/** A layer of a person, which was painted from the front and even, in the shape of their own head. */
export function shapeLayer(look: Look, layer: Canvas): Canvas {
  const { width, height } = layer;
  const from = layer.getContext('2d').getImageData(0, 0, width, height).data;
  const image = new ImageData(width, height);
  for (let row = 0; row < height; row++) {
    for (let col = 0; col < width; col++) {
      const [dx, dy] = moved(look, col / SCALE + PERSON.left, row / SCALE + PERSON.top);
      const x = clamp(col - dx * SCALE, 0, width - 1.001);
      const y = clamp(row - dy * SCALE, 0, height - 1.001);
      const [left, top] = [Math.floor(x), Math.floor(y)];
      const at = (row * width + col) * 4;
      let [alpha, red, green, blue] = [0, 0, 0, 0];
      for (const [right, down] of [
        [0, 0],
        [1, 0],
        [0, 1],
        [1, 1],
      ] as const) {
        const spot = ((top + down) * width + left + right) * 4;
        const part =
          (right ? x - left : 1 - x + left) * (down ? y - top : 1 - y + top) * (from[spot + 3]! / 255);
        alpha += part;
        red += part * from[spot]!;
        green += part * from[spot + 1]!;
        blue += part * from[spot + 2]!;
      }
      if (alpha > 0) image.data.set([red / alpha, green / alpha, blue / alpha, 255 * alpha], at);
    }
  }
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').putImageData(image, 0, 0);
  return canvas;
}

/** Where a point of the pack, in pixels, has gone. */
export function shapePoint(look: Look, [x, y, depth]: readonly number[]): number[] {
  const painted: Point = [x! / SCALE + PERSON.left, y! / SCALE + PERSON.top];
  let at: Point = painted;
  // The way is told by where it ends: a few steps find that.
  for (let step = 0; step < 8; step++) {
    const [dx, dy] = moved(look, ...at);
    at = [painted[0] + dx, painted[1] + dy];
  }
  const shown = [(at[0] - PERSON.left) * SCALE, (at[1] - PERSON.top) * SCALE, depth!];
  return shown.map((value) => Math.round(value * 10) / 10);
}
