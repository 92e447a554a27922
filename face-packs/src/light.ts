import { clamp } from '@visavis/server/dist/lib/clamp.js';
import { channels, lerp } from './colour.ts';

export type Colour = readonly [number, number, number];

/** Direction of the window's light: x right, y down, z to the viewer. */
export const KEY = unit(-0.5, -0.56, 0.72);

/** Of `#rrggbb`: light, as it adds up. */
export function linear(colour: string): Colour {
  return channels(colour).map((value) => (value / 255) ** 2.2) as unknown as Colour;
}

export function unit(x: number, y: number, z: number): Colour {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}

export function dot(a: Colour, b: Colour): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** Means over squares, twice: close to a bell. */
export function blurred(values: Float32Array, width: number, radius: number): Float32Array {
  const height = values.length / width;
  let out = values;
  for (let pass = 0; pass < 2; pass++)
    for (const [count, length, step, stride] of [
      [height, width, 1, width],
      [width, height, width, 1],
    ] as const) {
      const next = new Float32Array(out.length);
      for (let i = 0; i < count; i++) {
        const value = (k: number) => out[i * stride + clamp(k, 0, length - 1) * step]!;
        let sum = 0;
        for (let k = -radius; k <= radius; k++) sum += value(k);
        for (let k = 0; k < length; k++) {
          next[i * stride + k * step] = sum / (2 * radius + 1);
          sum += value(k + radius + 1) - value(k - radius);
        }
      }
      out = next;
    }
  return out;
}

/** Smooth noise of -1..1 with spots of a size. */
export function noise(random: () => number, width: number, height: number, size: number): Float32Array {
  const cols = Math.ceil(width / size) + 2;
  const spots = Float32Array.from({ length: cols * (Math.ceil(height / size) + 2) }, () => random() * 2 - 1);
  const ease = (t: number) => t * t * (3 - 2 * t);
  return Float32Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [(i % width) / size, Math.floor(i / width) / size];
    const [col, row] = [Math.floor(x), Math.floor(y)];
    const at = row * cols + col;
    const [tx, ty] = [ease(x - col), ease(y - row)];
    return lerp(lerp(spots[at]!, spots[at + 1]!, tx), lerp(spots[at + cols]!, spots[at + cols + 1]!, tx), ty);
  });
}
