import { loadImage } from '@napi-rs/canvas';
import { expect, it } from 'vitest';
import { sample } from '../../lib/testing/thorough.ts';
import { describeFace } from '../conformance.ts';
import { REST_POSE } from '../director/face-pose.ts';
import { renderStill } from '../render-still.ts';
import { startFaceRenderer } from '../start-face-renderer.ts';
import { openIllustrated } from './open-illustrated.ts';
import { PEOPLE } from './people.ts';

describeFace({
  name: 'illustrated',
  start: () => startFaceRenderer(),
  identity: () => ({ identity: 'daniel' }),
  mouth: { left: 0.38, top: 0.58, right: 0.62, bottom: 0.78 },
  eyes: { left: 0.32, top: 0.38, right: 0.68, bottom: 0.5 },
});

it('refuses an identity that does not exist', async () => {
  const renderer = startFaceRenderer();
  for (const identity of ['nobody', 'toString'])
    await expect(renderer.open({ identity }, { width: 64, height: 64, fps: 25, seed: 1 })).rejects.toThrow(
      `no built-in face "${identity}"`,
    );
  await renderer.close();
});

it('draws a still of each identity at any size, each different', async () => {
  const stills = new Set<string>();
  const people = sample(PEOPLE, 2);
  for (const { identity } of people) {
    const still = await renderStill({ identity }, { width: 81, height: 60 });
    const picture = await loadImage(Buffer.from(still));
    expect([picture.width, picture.height]).toEqual([81, 60]);
    stills.add(Buffer.from(still).toString('base64'));
  }
  expect(stills.size).toBe(people.length);
});

it('keeps the chin round while the jaw goes down', async () => {
  const [side, middle, beside] = [320, 160, 144];
  const drawer = await openIllustrated('kenji', side, side);
  for (const jaw of [0.06, 0.1, 0.14, 0.2]) {
    drawer.draw({ ...REST_POSE, jaw });
    const pixels = drawer.copyPixels();
    /** The row at which light skin ends and the shade of the neck begins, between pixels. */
    const chinAt = (x: number) => {
      const light = (y: number) => pixels[(y * side + x) * 4 + 1]!;
      for (let y = 225; y < 270; y++) {
        const [above, below] = [light(y - 4), light(y + 4)];
        const half = (above + below) / 2;
        if (above - below > 30 && light(y) < half)
          return y - (half - light(y)) / Math.max(1, light(y - 1) - light(y));
      }
      throw new Error(`no chin at ${x}`);
    };
    const bow = chinAt(middle) - (chinAt(beside) + chinAt(2 * middle - beside)) / 2;
    expect(bow, `jaw ${jaw}`).toBeGreaterThan(0);
    expect(bow, `jaw ${jaw}`).toBeLessThan(3);
  }
});

it('shows the teeth between spread lips, and hides them behind pursed ones', async () => {
  const side = 320;
  const drawer = await openIllustrated('amara', side, side);
  const whites = (mouth: Partial<typeof REST_POSE>) => {
    drawer.draw({ ...REST_POSE, ...mouth });
    const pixels = drawer.copyPixels();
    let count = 0;
    for (let y = 190; y < 240; y++)
      for (let x = 120; x < 200; x++) if (pixels[(y * side + x) * 4 + 2]! > 170) count++;
    return count;
  };
  const shut = whites({});
  expect(whites({ open: 0.35, widen: 1, teeth: 0.7 })).toBeGreaterThan(shut + 60);
  expect(whites({ open: 0.35, round: 1 })).toBeLessThan(shut + 10);
});
