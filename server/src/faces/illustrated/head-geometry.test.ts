import { expect, it } from 'vitest';
import { REST_POSE } from '../director/face-pose.ts';
import { HeadGeometry } from './head-geometry.ts';
import { PEOPLE } from './people.ts';

const GRID = { x: -200, y: -200, step: 40, cols: 11, rows: 14 };
const TURNED = { ...REST_POSE, yaw: 0.12, pitch: -0.06, roll: 0.05, jaw: 0.5, shiftX: 8 };

function rest(): Float64Array {
  const points = new Float64Array(GRID.cols * GRID.rows * 2);
  for (let i = 0; i < GRID.cols * GRID.rows; i++) {
    points[2 * i] = GRID.x + (i % GRID.cols) * GRID.step;
    points[2 * i + 1] = GRID.y + Math.floor(i / GRID.cols) * GRID.step;
  }
  return points;
}

/** As far as a head ever turns, and a little more. */
const FAR = { ...REST_POSE, smile: 0, yaw: 0.42, shiftX: 14 };

const furthest = (a: Float64Array, b: Float64Array) =>
  Math.max(...a.map((value, i) => Math.abs(value - b[i]!)));

it.each(PEOPLE)('finds the same places from wherever the search begins: $identity', ({ look }) => {
  const geometry = new HeadGeometry(look, { left: -330, top: -400, right: 330, bottom: 580 });
  const straight = rest();
  geometry.inverse({ ...REST_POSE, smile: 0 }, GRID, straight);
  expect(furthest(straight, rest())).toBeLessThan(0.5);

  const settled = rest();
  for (let i = 0; i < 20; i++) geometry.inverse(TURNED, GRID, settled);
  expect(furthest(settled, straight)).toBeGreaterThan(5);
  // In one step a frame, as while the head moves, and at once, as at the first frame.
  const followed = rest();
  for (let i = 1; i <= 10; i++) {
    const pose = { ...TURNED };
    for (const key of ['yaw', 'pitch', 'roll', 'jaw', 'shiftX'] as const) pose[key] *= i / 10;
    geometry.inverse(pose, GRID, followed);
  }
  expect(furthest(followed, settled)).toBeLessThan(1);
  const fresh = rest();
  geometry.inverse(TURNED, GRID, fresh);
  expect(furthest(fresh, settled)).toBeLessThan(1.5);
});

it.each(PEOPLE)('shows no place twice when the head turns as far as it does: $identity', ({ look }) => {
  const geometry = new HeadGeometry(look, { left: -330, top: -400, right: 330, bottom: 580 });
  for (const side of [1, -1]) {
    const places = rest();
    const pose = { ...FAR, yaw: side * FAR.yaw, shiftX: side * FAR.shiftX };
    for (let i = 0; i < 20; i++) geometry.inverse(pose, GRID, places);
    for (let i = 1; i < GRID.cols * GRID.rows; i++) {
      if (i % GRID.cols === 0) continue;
      expect(places[2 * i]!).toBeGreaterThan(places[2 * i - 2]!);
    }
  }
});
