import { createCanvas, loadImage } from '@napi-rs/canvas';
import { beforeAll, describe, expect, it } from 'vitest';
import { REST_POSE } from '../director/face-pose.ts';
import { drawStill } from '../render-still.ts';
import { openPhoto } from './open-photo.ts';
import { lumaOf, type Tint, tintOf } from './picture-tint.ts';

const SIZE = 192;
const GREY: Tint = [1, 1, 1];
const SEPIA: Tint = [1.12, 0.98, 0.78];
const people = ['maya', 'kenji'];
const pictures = new Map<string, Uint8ClampedArray>();
beforeAll(async () => {
  for (const identity of people) {
    const { png: still } = await drawStill({ identity }, { width: SIZE, height: SIZE });
    const ctx = createCanvas(SIZE, SIZE).getContext('2d');
    ctx.drawImage(await loadImage(Buffer.from(still)), 0, 0);
    pictures.set(identity, ctx.getImageData(0, 0, SIZE, SIZE).data);
  }
});

/** Returns a portrait in one colour, dark enough that no channel is clipped. */
function toned(identity: string, tint: Tint): Uint8ClampedArray {
  const pixels = Uint8ClampedArray.from(pictures.get(identity)!);
  for (let at = 0; at < pixels.length; at += 4) {
    const luma = lumaOf(pixels[at]!, pixels[at + 1]!, pixels[at + 2]!) * 0.85;
    for (let channel = 0; channel < 3; channel++) pixels[at + channel] = luma * tint[channel]!;
  }
  return pixels;
}

async function speaking(pixels: Uint8ClampedArray): Promise<Uint8ClampedArray> {
  const canvas = createCanvas(SIZE, SIZE);
  const ctx = canvas.getContext('2d');
  const data = ctx.createImageData(SIZE, SIZE);
  data.data.set(pixels);
  ctx.putImageData(data, 0, 0);
  const rig = { leftEye: [0.4, 0.45], rightEye: [0.6, 0.45] } as Record<string, [number, number]>;
  const drawer = await openPhoto({ image: await canvas.encode('png'), rig }, SIZE, SIZE);
  drawer.draw({ ...REST_POSE, jawOpen: 0.6, tongueUp: 0.5 });
  return drawer.copyPixels();
}

/** Returns the largest difference between a pixel of the mouth and the picture's single colour. */
function colourOfMouth(pixels: Uint8ClampedArray, tint: Tint): number {
  let most = 0;
  for (let y = SIZE * 0.55; y < SIZE * 0.8; y++) {
    for (let x = SIZE * 0.35; x < SIZE * 0.65; x++) {
      const at = (Math.floor(y) * SIZE + Math.floor(x)) * 4;
      const luma = lumaOf(pixels[at]!, pixels[at + 1]!, pixels[at + 2]!);
      for (let channel = 0; channel < 3; channel++)
        most = Math.max(most, Math.abs(pixels[at + channel]! - luma * tint[channel]!));
    }
  }
  return most;
}

describe('a picture in one colour', () => {
  it.each(people)('is distinguished from one in colours: %s', (identity) => {
    expect(tintOf(Uint8Array.from(pictures.get(identity)!))).toBeUndefined();
    const grey = tintOf(Uint8Array.from(toned(identity, GREY)))!;
    for (const value of grey) expect(value).toBeCloseTo(1, 2);
    const sepia = tintOf(Uint8Array.from(toned(identity, SEPIA)))!;
    for (const [channel, value] of sepia.entries()) expect(value).toBeCloseTo(SEPIA[channel]!, 1);
  });

  it('opens a mouth in that colour, and a red one only in a picture in colours', async () => {
    expect(colourOfMouth(await speaking(toned('maya', GREY)), GREY)).toBeLessThan(4);
    expect(colourOfMouth(await speaking(toned('maya', SEPIA)), SEPIA)).toBeLessThan(8);
    expect(colourOfMouth(await speaking(pictures.get('maya')!), GREY)).toBeGreaterThan(40);
  });
});
