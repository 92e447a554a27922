import { expect, it } from 'vitest';
import { expandWeights } from '../director/blend-shapes.ts';
import { REST_POSE } from '../director/face-pose.ts';
import { averageUnitMesh } from '../landmarks/find-face.ts';
import { PixelMachine, textureBytes } from '../warp/pixel-machine.ts';
import { makeFaceMesh, toFrame } from './face-mesh.ts';
import { Folds, foldsBytes } from './folds.ts';

const SIDE = 320;
const SKIN = 150;

/** Returns the darkest and the brightest red of even skin with its folds, in rows beside the nose. */
function drawn(pose: Parameters<typeof expandWeights>[0]): [darkest: number, brightest: number] {
  const mesh = makeFaceMesh(averageUnitMesh().map((value) => 160 + 200 * value));
  const box = { x: 40, y: 120, width: 240, height: 160 };
  const machine = new PixelMachine(foldsBytes(box) + textureBytes(SIDE, SIDE));
  const pixels = new Uint8Array(SIDE * SIDE * 4).fill(SKIN).map((value, i) => (i % 4 === 3 ? 255 : value));
  const target = machine.createTexture({ width: SIDE, height: SIDE, pixels });
  const folds = new Folds(machine, { width: SIDE, height: SIDE, pixels }, mesh, box, mesh.triangles);
  const [x, y] = toFrame(mesh);
  folds.draw({ ...REST_POSE, ...expandWeights(pose) }, { toX: x, toY: y, fromX: x, fromY: y }, target);
  const reds = target.pixels.filter((_, i) => i % 4 === 0);
  return [reds.reduce((a, b) => Math.min(a, b)), reds.reduce((a, b) => Math.max(a, b))];
}

it('shades the folds of a smile, lights the cheeks beside them, and leaves a face at rest as it is', () => {
  expect(drawn({})).toEqual([SKIN, SKIN]);
  const [dark, bright] = drawn({ mouthSmile: 1 });
  expect(dark).toBeLessThan(SKIN - 10);
  expect(bright).toBeGreaterThan(SKIN + 2);
  expect(drawn({ jawOpen: 0.4, mouthUpperUp: 0.3 })[0]).toBeLessThan(SKIN - 4);
  expect(drawn({ mouthSmile: 0.3, mouthPucker: 0.8, jawOpen: 0.3 })).toEqual([SKIN, SKIN]);
});
