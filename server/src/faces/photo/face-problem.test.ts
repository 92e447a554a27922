import { expect, it } from 'vitest';
import { averageUnitMesh } from '../landmarks/find-face.ts';
import { problemOf } from './face-problem.ts';

const SIZE = { width: 400, height: 400 };

/** Returns the mesh of an average face, with its size and horizontal centre in pixels, turned sideways by `degrees`. */
function face(size: number, x = 200, degrees = 0): number[] {
  const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const mesh = averageUnitMesh();
  return mesh.map((value, i) => {
    if (i % 3 === 1) return 200 + size * value;
    const [across, depth] = i % 3 === 0 ? [value, mesh[i + 2]!] : [mesh[i - 2]!, value];
    return i % 3 === 0 ? x + size * (across * c - depth * s) : size * (across * s + depth * c);
  });
}

it.each([
  ['as it should be', face(200), true, undefined],
  ['with its ear outside', face(200, 80), true, undefined],
  ['with an eye outside', face(200, 20), true, 'cut'],
  ['turned a little', face(200, 200, 20), true, undefined],
  ['turned to the side', face(200, 200, 45), true, 'turned'],
  ['that its mesh does not see', face(200), false, 'turned'],
  ['of a few pixels', face(20), true, 'small'],
] as const)('judges a face %s', (_, points, isConfirmed, problem) => {
  expect(problemOf({ points, isConfirmed }, SIZE)).toBe(problem);
});
