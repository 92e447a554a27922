import { clamp } from '@visavis/server/dist/lib/clamp.js';

/** Colours are `#rrggbb` strings. */

export function channels(colour: string): [number, number, number] {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** The colour as CSS with this opacity. */
export function tint(colour: string, alpha: number): string {
  const [r, g, b] = channels(colour);
  return `rgba(${r},${g},${b},${Math.max(0, Math.min(1, alpha)).toFixed(3)})`;
}

/** `amount` 0 is `from`, 1 is `to`. */
export function mix(from: string, to: string, amount: number): string {
  const a = channels(from);
  const b = channels(to);
  const out = a.map((value, i) => Math.max(0, Math.min(255, Math.round(value + (b[i]! - value) * amount))));
  return `#${out.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

export function lerp(a: number, b: number, t: number): number {
  return a + (b - a) * t;
}

export function smoothstep(from: number, to: number, value: number): number {
  const t = clamp((value - from) / (to - from));
  return t * t * (3 - 2 * t);
}
