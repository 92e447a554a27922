import { readFile } from 'node:fs/promises';
import { type Canvas, createCanvas, type Image, loadImage } from '@napi-rs/canvas';
import { beforeAll, describe, expect, it } from 'vitest';
import { renderStill } from '../render-still.ts';
import { locateFace } from './locate-face.ts';

/** Pupils as a person marks them, in pixels of the photograph (320 x 320). */
const LEFT_EYE = [138, 100.5];
const RIGHT_EYE = [181.5, 103];

let photograph: Image;
beforeAll(async () => {
  const file = new URL('../../../src/faces/locator/testing/astronaut.jpg', import.meta.url);
  photograph = await loadImage(await readFile(file));
});

function place(width: number, height: number, draw: (ctx: ReturnType<Canvas['getContext']>) => void): Canvas {
  const canvas = createCanvas(width, height);
  const ctx = canvas.getContext('2d');
  ctx.fillStyle = '#8a9099';
  ctx.fillRect(0, 0, width, height);
  draw(ctx);
  return canvas;
}

describe('locateFace', () => {
  const near = (found: readonly number[], expected: readonly number[], within: number) =>
    expect(Math.hypot(found[0]! - expected[0]!, found[1]! - expected[1]!)).toBeLessThan(within);

  it('finds the eyes, the lower edge of the teeth and the lids of a smiling person', () => {
    const face = locateFace(place(320, 320, (ctx) => ctx.drawImage(photograph, 0, 0)))!;
    near(face.leftEye, LEFT_EYE, 4);
    near(face.rightEye, RIGHT_EYE, 4);
    expect(face.mouth.teeth).toBe(true);
    expect(face.mouth.center[1]).toBeGreaterThan(1.02);
    expect(face.mouth.center[1]).toBeLessThan(1.25);
    expect(face.mouth.left[0]).toBeLessThan(-0.2);
    expect(face.mouth.right[0]).toBeGreaterThan(0.2);
    for (const { top, bottom, brow } of Object.values(face.lids)) {
      expect(brow).toBeLessThan(top);
      expect(top).toBeLessThan(0);
      expect(bottom).toBeGreaterThan(0);
    }
  });

  it.each([
    ['small in a wide picture', 800, 400, 0.7, 500, 120, 0],
    ['cut by the border', 150, 200, 1, -90, -60, 0],
    ['large', 500, 500, 3, -220, -110, 0],
    ['tilted', 320, 320, 1, 30, -20, 0.15],
  ])('finds a face %s', (_, width, height, scale, x, y, angle) => {
    const picture = place(width, height, (ctx) => {
      ctx.translate(x, y);
      ctx.rotate(angle);
      ctx.scale(scale, scale);
      ctx.drawImage(photograph, 0, 0);
    });
    const moved = ([px, py]: number[]) => [
      x + scale * (px! * Math.cos(angle) - py! * Math.sin(angle)),
      y + scale * (px! * Math.sin(angle) + py! * Math.cos(angle)),
    ];
    const face = locateFace(picture)!;
    near(face.leftEye, moved(LEFT_EYE), 6 * scale);
    near(face.rightEye, moved(RIGHT_EYE), 6 * scale);
  });

  it('finds the closed lips of a painted face', async () => {
    const still = await renderStill({ identity: 'ines' }, { width: 400, height: 400 });
    const picture = await loadImage(Buffer.from(still));
    const { mouth } = locateFace(place(400, 400, (ctx) => ctx.drawImage(picture, 0, 0)))!;
    expect(mouth.teeth).toBe(false);
    expect(Math.abs(mouth.center[1] - 1)).toBeLessThan(0.15);
  });

  it('finds no face in a picture without one', () => {
    const stripes = place(120, 120, (ctx) => {
      for (let i = 0; i < 120; i += 20) {
        ctx.fillStyle = i % 40 ? '#203040' : '#d0c0a0';
        ctx.fillRect(i, 0, 20, 120);
      }
    });
    const upsideDown = place(160, 160, (ctx) => {
      ctx.translate(160, 160);
      ctx.rotate(Math.PI);
      ctx.scale(0.5, 0.5);
      ctx.drawImage(photograph, 0, 0);
    });
    for (const picture of [place(64, 64, () => undefined), stripes, upsideDown])
      expect(locateFace(picture)).toBeUndefined();
  });
});
