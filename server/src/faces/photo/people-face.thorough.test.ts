import { createCanvas, loadImage } from '@napi-rs/canvas';
import { expect, it } from 'vitest';
import { expandWeights } from '../director/blend-shapes.ts';
import { REST_POSE } from '../director/face-pose.ts';
import { drawStill } from '../render-still.ts';
import { startFaceRenderer } from '../start-face-renderer.ts';
import { describeFace } from '../testing/conformance.ts';
import { openPerson } from './open-person.ts';
import { PEOPLE, thumbnailOf } from './people.ts';

describeFace({
  name: 'built-in people',
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
  for (const { identity } of PEOPLE) {
    const { png: still } = await drawStill({ identity }, { width: 81, height: 60 });
    const picture = await loadImage(Buffer.from(still));
    expect([picture.width, picture.height]).toEqual([81, 60]);
    stills.add(Buffer.from(still).toString('base64'));
  }
  expect(stills.size).toBe(PEOPLE.length);
});

it('has a thumbnail of each that shows what is drawn', async () => {
  const pixels = async (file: Uint8Array) => {
    const canvas = createCanvas(256, 256);
    canvas.getContext('2d').drawImage(await loadImage(Buffer.from(file)), 0, 0);
    return canvas.data();
  };
  for (const { identity } of PEOPLE) {
    const kept = await pixels(await thumbnailOf(identity));
    const { png } = await drawStill({ identity }, { width: 256, height: 256 });
    const drawn = await pixels(png);
    const differences = kept.reduce((sum, value, place) => sum + Math.abs(value - drawn[place]!), 0);
    expect(differences / kept.length, `${identity}: node people/thumbnails.mjs`).toBeLessThan(4);
  }
});

it('keeps the chin round while the jaw goes down', async () => {
  const [side, middle, beside] = [320, 160, 144];
  const drawer = await openPerson('ines', side, side);
  /** Returns how much lower the chin is in the middle than beside it, in pixels. */
  const bowAt = (jawOpen: number): number => {
    drawer.draw({ ...REST_POSE, jawOpen });
    const pixels = drawer.copyPixels();
    /** Returns the row at which light skin meets the shadow of the neck, with subpixel precision. */
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
    return chinAt(middle) - (chinAt(beside) + chinAt(2 * middle - beside)) / 2;
  };
  const own = bowAt(0);
  expect(own).toBeGreaterThan(0);
  for (const jawOpen of [0.04, 0.08, 0.12, 0.16])
    expect(Math.abs(bowAt(jawOpen) - own), `jaw ${jawOpen}`).toBeLessThan(1);
});

it('shows the teeth between spread lips, and hides them behind pursed ones', async () => {
  const side = 320;
  const drawer = await openPerson('amara', side, side);
  const whites = (mouth: Partial<typeof REST_POSE>) => {
    drawer.draw({ ...REST_POSE, ...mouth });
    const pixels = drawer.copyPixels();
    let count = 0;
    for (let y = 190; y < 240; y++)
      for (let x = 120; x < 200; x++) {
        const [red, , blue] = pixels.subarray((y * side + x) * 4);
        // Shiny skin may be as bright as teeth in the shadow of a lip, but never as grey.
        if (blue! > 100 && red! - blue! < 45) count++;
      }
    return count;
  };
  const shut = whites({});
  expect(whites(expandWeights({ jawOpen: 0.1, mouthUpperUp: 0.7, mouthLowerDown: 0.5 }))).toBeGreaterThan(
    shut + 30,
  );
  expect(whites({ jawOpen: 0.12, mouthPucker: 1 })).toBeLessThan(shut + 10);
});

/** Returns the mean difference, in levels, between two poses within a box given in fractions of the frame. */
async function changeIn(identity: string, box: number[], poses: [object, object]): Promise<number> {
  const side = 320;
  const drawer = await openPerson(identity, side, side);
  const [a, b] = poses.map((pose) => {
    drawer.draw({ ...REST_POSE, ...pose });
    return drawer.copyPixels();
  });
  const [left, top, right, bottom] = box.map((part) => Math.round(part * side)) as [
    number,
    number,
    number,
    number,
  ];
  let sum = 0;
  for (let y = top; y < bottom; y++)
    for (let at = (y * side + left) * 4; at < (y * side + right) * 4; at++)
      sum += Math.abs(a![at]! - b![at]!);
  return sum / ((right - left) * (bottom - top) * 4);
}

it('keeps the room still behind a head that turns', async () => {
  const turned = [{}, { yaw: 0.2, roll: 0.1 }] as [object, object];
  expect(await changeIn('daniel', [0, 0, 0.2, 0.6], turned)).toBe(0);
  expect(await changeIn('daniel', [0.4, 0.2, 0.6, 0.6], turned)).toBeGreaterThan(2);
});

it('leaves nothing behind where the head was', async () => {
  const drawer = await openPerson('daniel', 320, 320);
  const pictures = [{}, { yaw: 0.2, roll: 0.1 }, {}].map((pose) => {
    drawer.draw({ ...REST_POSE, ...pose });
    return Buffer.from(drawer.copyPixels());
  });
  expect(pictures[1]!.equals(pictures[0]!)).toBe(false);
  expect(pictures[2]!.equals(pictures[0]!)).toBe(true);
});

it('moves brows behind glasses that stay', async () => {
  const raised = [{}, expandWeights({ browInnerUp: 1, browOuterUp: 1 })] as [object, object];
  // The bridge of the glasses, and the brows above their rims.
  expect(await changeIn('ada', [0.46, 0.42, 0.5, 0.45], raised)).toBeLessThan(0.5);
  expect(await changeIn('ada', [0.36, 0.34, 0.44, 0.4], raised)).toBeGreaterThan(3);
});
