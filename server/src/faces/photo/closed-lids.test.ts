import { expect, it } from 'vitest';
import { averageUnitMesh } from '../landmarks/find-face.ts';
import { closeLids } from './closed-lids.ts';
import { makeFaceMesh, toFrame } from './face-mesh.ts';
import { EYES } from './mesh-points.ts';

const SIDE = 320;
const SKIN = [200, 150, 120, 255];
const DARK = [60, 40, 30, 255];
const WHITE = [240, 240, 240, 255];

it('removes eyes completely, even if larger than their lids, and nothing beside them', () => {
  const mesh = makeFaceMesh(averageUnitMesh().map((value) => 160 + 200 * value));
  const [xs, ys] = toFrame(mesh);

  const photo = {
    width: SIDE,
    height: SIDE,
    pixels: Uint8Array.from({ length: SIDE * SIDE * 4 }, (_, i) => SKIN[i % 4]!),
    shown: { left: 0, top: 0, width: 1, height: 1 },
  };
  const painted = EYES.flatMap(({ upper, lower }) => {
    const [left, right] = [xs[upper[0]!]!, xs[upper.at(-1)!]!];
    const [top, bottom] = [
      Math.min(...upper.map((point) => ys[point]!)),
      Math.max(...lower.map((point) => ys[point]!)),
    ];
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const out: number[] = [];
    for (let row = 0; row < SIDE; row++)
      for (let col = 0; col < SIDE; col++)
        if (Math.hypot((col - x) / (right - left), (row - y) / (bottom - top)) < 0.58)
          out.push(row * SIDE + col);
    return out;
  });
  for (const at of painted) photo.pixels.set(WHITE, at * 4);
  const before = Uint8Array.from(photo.pixels);
  const lidless = closeLids(photo, mesh);
  expect(photo.pixels).toEqual(before);
  const left = photo.pixels.map((_, i) => (lidless[i] === SKIN[i % 4] ? 0 : 1));
  expect(left.indexOf(1), 'the first byte that is not skin').toBe(-1);
});

it('takes from lids that are painted shut the line between them, and little of their skin', () => {
  const mesh = makeFaceMesh(averageUnitMesh().map((value) => 160 + 200 * value));
  const [xs, ys] = toFrame(mesh);
  const pixels = Uint8Array.from({ length: SIDE * SIDE * 4 }, (_, i) => SKIN[i % 4]!);
  const [lines, folds]: [number[], number[]] = [[], []];
  for (const { upper, lower, crease } of EYES) {
    const at = (x: number, y: number) => Math.round(y) * SIDE + Math.round(x);
    for (const k of [2, 4, 6]) {
      const [x, top, bottom] = [xs[upper[k]!]!, ys[upper[k]!]!, ys[lower[k]!]!];
      lines.push(at(x, (top + bottom) / 2));
      folds.push(at(x, top + (ys[crease[k]!]! - top) * 0.5));
    }
  }
  for (const spot of [...lines, ...folds]) pixels.set(DARK, spot * 4);
  const photo = { width: SIDE, height: SIDE, pixels, shown: { left: 0, top: 0, width: 1, height: 1 } };
  const painted = closeLids(photo, mesh, 0.35);
  for (const line of lines) expect([...painted.subarray(line * 4, line * 4 + 4)]).toEqual(SKIN);
  for (const fold of folds) expect([...painted.subarray(fold * 4, fold * 4 + 4)]).toEqual(DARK);
});
