import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { Director } from '../director/director.ts';
import { REST_POSE } from '../director/face-pose.ts';
import { openPhoto } from './open-photo.ts';
import type { Points } from './rig.ts';

const SIDE = 128;
let image: Uint8Array;
beforeAll(async () => {
  image = await readFile(new URL('../../../src/faces/landmarks/testing/astronaut.jpg', import.meta.url));
});

/** Opens the photo and lets it say "aa". */
async function speak(rig: Points) {
  const drawer = await openPhoto({ image, rig }, SIDE, SIDE);
  const director = new Director(1);
  const visemes = new Float32Array(15);
  visemes[10] = 1;
  for (let i = 0; i < 3; i++)
    drawer.draw(director.pose({ ptsMs: i * 40, state: 'speaking', visemes, energy: 1 }));
  return drawer;
}

describe('a rig that makes no face', () => {
  it.each<[string, Points, RegExp]>([
    [
      'has eyes in one corner and a mouth in another',
      {
        leftEye: [0.1, 0.1],
        rightEye: [0.16, 0.1],
        mouthLeft: [0.95, 0.95],
        mouthRight: [0.99, 0.95],
        lipTop: [0.97, 0.94],
        lipBottom: [0.97, 0.96],
        mouthCenter: [0.97, 0.95],
        chin: [0.97, 0.99],
      },
      /do not form a face/,
    ],
    [
      'has outer corners in one place',
      { leftEyeOuter: [0.4, 0.2], rightEyeOuter: [0.4, 0.2] },
      /do not form a face/,
    ],
    [
      'has a mouth in the line of its eyes',
      { mouthCenter: [0.43, 0.23], lipTop: [0.43, 0.229] },
      /no face|below/,
    ],
    ['has a mouth below the picture', { leftEye: [0.4, 0.95], rightEye: [0.6, 0.95] }, /outside the picture/],
    ['has eyes side by side', { leftEye: [0.4, 0.2], rightEye: [0.404, 0.2] }, /too close together/],
    ['has a point that there is not', { nose: [0.5, 0.5] }, /no point "nose"/],
  ])('%s: the picture sways, and its owner is told why', async (_, rig, why) => {
    const { rigError, notice } = await speak(rig);
    expect(rigError).toMatchObject({ name: 'RigError', message: expect.stringMatching(why) });
    expect(notice).toMatch(/ Until this is corrected, the picture sways, /);
  });
});

it('draws a face whose rig lies at the border of the picture', async () => {
  const { rigError, points } = await speak({ leftEye: [0.02, 0.75], rightEye: [0.14, 0.75] });
  expect(rigError).toBeUndefined();
  expect(points?.leftEye).toEqual([0.02, 0.75]);
});

it('shows the teeth of a laughing picture itself while it is silent', async () => {
  const side = 512;
  const drawer = await openPhoto({ image }, side, side);
  drawer.draw(REST_POSE);
  const pixels = drawer.copyPixels();
  let bright = 0;
  for (let y = 278; y < 295; y++)
    for (let x = 235; x < 275; x++) if (pixels[(y * side + x) * 4 + 1]! > 150) bright++;
  expect(bright).toBeGreaterThan(400);
});
