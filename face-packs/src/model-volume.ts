import { clamp } from '@visavis/server/dist/lib/clamp.js';
import { seededRandom } from '@visavis/server/dist/lib/seeded-random.js';
import { blurred, dot, KEY, linear, noise, unit } from './light.ts';
import type { Look } from './look.ts';
import type { Sheet } from './sheet.ts';

export interface Volume {
  /** Pixels from an edge to where the shape is flat. */
  reach: number;
  /** How strongly light and shade change the colour, 0..1. */
  strength: number;
  /** Of a weave, 0..1. */
  grain: number;
}

/** Gives what is painted flat on a sheet the light and shade of something round, with light of the room at its right edge. */
export function modelVolume({ canvas, ctx }: Sheet, look: Look, { reach, strength, grain }: Volume): void {
  const { width, height } = canvas;
  const image = ctx.getImageData(0, 0, width, height);
  const { data } = image;
  const alpha = Float32Array.from({ length: width * height }, (_, i) => data[i * 4 + 3]! / 255);
  const heights = blurred(alpha, width, reach);
  const weave = noise(seededRandom(look.seed + 41), width, height, 2);
  const room = linear(look.backdrop.from);
  for (let i = width; i < alpha.length - width; i++) {
    if (alpha[i] === 0) continue;
    const steep = 2.2 * reach;
    const n = unit(
      (-steep * (heights[i + 1]! - heights[i - 1]!)) / 2,
      (-steep * (heights[i + width]! - heights[i - width]!)) / 2,
      1,
    );
    const light = 1 + strength * (dot(n, KEY) - KEY[2]) + grain * weave[i]!;
    const rim = (1 - n[2]) ** 2 * clamp(n[0]) * strength * 130;
    for (let k = 0; k < 3; k++) data[i * 4 + k] = data[i * 4 + k]! * clamp(light, 0.25, 1.5) + rim * room[k]!;
  }
  ctx.putImageData(image, 0, 0);
}
