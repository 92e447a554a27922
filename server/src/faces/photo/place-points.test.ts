import { describe, expect, it } from 'vitest';
import { averageUnitMesh } from '../landmarks/find-face.ts';
import { bendMesh, inPixels, pointsOfMesh } from './place-points.ts';
import { LINES, type Points } from './rig.ts';

const SIZE = { width: 400, height: 400 };
const mesh = averageUnitMesh().map((value, i) => (i % 3 === 2 ? 0 : 200) + 300 * value);
const found = pointsOfMesh(mesh, SIZE);

/** Pulls one point of a rig. Returns a function that tells how far each point moved, in pixels. */
function pull(name: string, [byX, byY]: [number, number]): (name: string) => number {
  const [x, y] = found[name]!;
  const rig: Points = { [name]: [x + byX / SIZE.width, y + byY / SIZE.height] };
  const after = pointsOfMesh(bendMesh(mesh, inPixels(rig, SIZE)), SIZE);
  return (other) =>
    Math.hypot(after[other]![0] - found[other]![0], after[other]![1] - found[other]![1]) * SIZE.width;
}

describe('a pull at a line of the face', () => {
  it.each([
    ['outline9', 'outline10', [12, 0]],
    ['lips5', 'lips4', [0, -4]],
    ['innerLips15', 'innerLips14', [0, 4]],
    ['leftLids4', 'leftLids3', [0, -3]],
  ] as const)('%s takes %s along, and no other line', (name, neighbour, [byX, byY]) => {
    const moved = pull(name, [byX, byY]);
    const far = Math.hypot(byX, byY);
    expect(moved(name)).toBeCloseTo(far, 0);
    expect(moved(neighbour)).toBeGreaterThan(far / 4);
    expect(moved(neighbour)).toBeLessThan(far);
    const line = /^[a-z]+/i.exec(name)![0];
    for (const other of Object.keys(LINES).filter((it) => it !== line))
      for (let i = 0; i < LINES[other]!.points.length; i++) expect(moved(`${other}${i}`)).toBeLessThan(0.3);
  });
});
