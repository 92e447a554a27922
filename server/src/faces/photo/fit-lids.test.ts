import { createCanvas } from '@napi-rs/canvas';
import { expect, it } from 'vitest';
import { averageUnitMesh } from '../landmarks/find-face.ts';
import { fitLids } from './fit-lids.ts';
import { EYES } from './mesh-points.ts';

const SIDE = 400;
const face = averageUnitMesh().map((value, i) => (i % 3 === 2 ? 0 : 200) + 300 * value);
const at = (points: readonly number[], point: number) =>
  [points[point * 3]!, points[point * 3 + 1]!] as const;

/** Paints skin with eye whites, scaled by `by` relative to those of the mesh. */
function paint(skin: string, white: string, by: number) {
  const canvas = createCanvas(SIDE, SIDE);
  const ctx = canvas.getContext('2d');
  ctx.fillStyle = skin;
  ctx.fillRect(0, 0, SIDE, SIDE);
  ctx.fillStyle = white;
  for (const { upper, lower } of EYES) {
    const [[left, y], [right], [, top], [, bottom]] = [upper[0]!, upper[8]!, upper[4]!, lower[4]!].map(
      (point) => at(face, point),
    ) as [
      readonly [number, number],
      readonly [number, number],
      readonly [number, number],
      readonly [number, number],
    ];
    ctx.beginPath();
    ctx.ellipse((left + right) / 2, y, ((right - left) / 2) * by, ((bottom - top) / 2) * by, 0, 0, 7);
    ctx.fill();
  }
  const shown = { left: 0, top: 0, width: 1, height: 1 };
  return { width: SIDE, height: SIDE, pixels: new Uint8Array(canvas.data()), shown };
}

it('moves lids to where a larger white ends', () => {
  const fitted = fitLids(paint('#c89070', '#f0ece8', 1.3), face);
  for (const { upper, lower } of EYES) {
    const size = (points: readonly number[], a: number, b: number) =>
      Math.hypot(at(points, a)[0] - at(points, b)[0], at(points, a)[1] - at(points, b)[1]);
    const taller = size(fitted, upper[4]!, lower[4]!) / size(face, upper[4]!, lower[4]!);
    const wider = size(fitted, upper[0]!, upper[8]!) / size(face, upper[0]!, upper[8]!);
    for (const by of [taller, wider]) {
      expect(by).toBeGreaterThan(1.15);
      expect(by).toBeLessThan(1.45);
    }
  }
});

it.each([
  ['white ends at them', '#c89070', '#f0ece8', 0.8],
  ['skin is as grey as white', '#909090', '#e0e0e0', 1.3],
])('leaves lids where %s', (_, skin, white, by) => {
  const fitted = fitLids(paint(skin, white, by), face);
  const moved = Math.max(...fitted.map((value, i) => Math.abs(value - face[i]!)));
  expect(moved).toBeLessThan(1.5);
});
