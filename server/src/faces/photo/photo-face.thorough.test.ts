import { createCanvas } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Face, FaceIdentity, FaceRenderer } from '../face.ts';
import { drawStill } from '../render-still.ts';
import { startFaceRenderer } from '../start-face-renderer.ts';
import { describeFace } from '../testing/conformance.ts';

const OPTIONS = { width: 128, height: 128, fps: 25, seed: 1 };
let portrait: Uint8Array;
beforeAll(async () => {
  ({ png: portrait } = await drawStill({ identity: 'tomas' }, { width: 400, height: 400 }));
});

describeFace({
  name: 'photo',
  start: () => startFaceRenderer(),
  identity: () => ({ image: portrait }),
  mouth: { left: 0.38, top: 0.58, right: 0.62, bottom: 0.78 },
  eyes: { left: 0.32, top: 0.38, right: 0.68, bottom: 0.5 },
});

describe('photo', () => {
  let renderer: FaceRenderer;
  beforeAll(() => {
    renderer = startFaceRenderer();
  });
  afterAll(() => renderer.close());
  const open = async (identity: FaceIdentity) => {
    const face = await renderer.open(identity, OPTIONS);
    const frame = await face.requestFrame({ index: 0, ptsMs: 0, state: 'idle', visemes: null, energy: 0 });
    return Uint8Array.from(frame.i420);
  };

  it('takes PNG, JPEG and WebP, and the middle of a wide picture', async () => {
    // The frame is filled with the middle of a wide picture.
    const canvas = createCanvas(400, 200);
    const ctx = canvas.getContext('2d');
    ctx.fillStyle = '#ff0000';
    ctx.fillRect(80, 0, 240, 200);
    for (const format of ['png', 'jpeg', 'webp'] as const) {
      const frame = await open({ image: await canvas.encode(format as 'png') });
      // Red in BT.601 limited range, at a corner that the face does not reach.
      expect(Math.abs(frame[0]! - 82), format).toBeLessThan(4);
      expect(Math.abs(frame[128 * 128]! - 90), format).toBeLessThan(5);
      expect(Math.abs(frame[128 * 160]! - 240), format).toBeLessThan(5);
    }
  });

  it.each([
    ['nothing', new Uint8Array(0), /not a PNG, JPEG or WebP/],
    ['text', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /not a PNG, JPEG or WebP/],
    ['a huge PNG head', pngHead(40_000, 40_000), /pixels; at most/],
    ['a PNG that breaks off', pngHead(400, 400), /damaged/],
    ['a tiny PNG', pngHead(8, 8), /at least 64 x 64/],
    ['too many bytes', new Uint8Array(26 * 1024 * 1024), /bytes; at most/],
  ])('rejects %s', async (_, image, message) => {
    await expect(open({ image })).rejects.toThrow(message);
  });

  it('leaves a picture without a face its own mouth, but not still', async () => {
    const canvas = createCanvas(256, 256);
    const ctx = canvas.getContext('2d');
    for (let i = 0; i < 256; i += 16) {
      ctx.fillStyle = i % 32 ? '#305070' : '#e0d0b0';
      ctx.fillRect(0, i, 256, 16);
    }
    const image = await canvas.encode('png');
    const watch = async (viseme: number) => {
      const face = await renderer.open({ image }, OPTIONS);
      expect(face.notice).toMatch(/No face .* was found/);
      return speak(face, viseme, 25);
    };
    const [shut, wide] = [await watch(0), await watch(10)];
    const isSame = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0;
    expect(wide.filter((frame, n) => !isSame(frame, shut[n]!))).toHaveLength(0);
    expect(isSame(wide.at(-1)!, wide[0]!)).toBe(false);
  });

  it('opens the mouth where the rig says it is', async () => {
    const changed = async (mouthY: number) => {
      const rig: Record<string, [number, number]> = {
        mouthCenter: [0.5, mouthY],
        chin: [0.5, mouthY + 0.12],
      };
      const frame = async (viseme: number) => {
        const face = await renderer.open({ image: portrait, rig }, OPTIONS);
        return (await speak(face, viseme, 8)).at(-1)!;
      };
      const [shut, wide] = [await frame(0), await frame(10)];
      let weight = 0;
      let sum = 0;
      for (let i = 0; i < 128 * 128; i++) {
        const d = Math.abs(shut[i]! - wide[i]!);
        weight += d;
        sum += d * Math.floor(i / 128);
      }
      return sum / weight / 128;
    };
    const high = await changed(0.6);
    const low = await changed(0.72);
    expect(low - high).toBeGreaterThan(0.05);
  });
});

/** Returns `count` frames of a face that holds a viseme. */
async function speak(face: Face, viseme: number, count: number): Promise<Uint8Array[]> {
  const visemes = new Float32Array(15);
  visemes[viseme] = 1;
  const frames: Uint8Array[] = [];
  for (let index = 0; index < count; index++) {
    const request = { index, ptsMs: index * 40, state: 'speaking' as const, visemes, energy: 0 };
    frames.push(Uint8Array.from((await face.requestFrame(request)).i420));
  }
  return frames;
}

/** Returns a PNG that ends after its header. */
function pngHead(width: number, height: number): Uint8Array {
  const head = Buffer.alloc(33);
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).copy(head);
  head.writeUInt32BE(13, 8);
  head.write('IHDR', 12);
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  head.set([8, 6, 0, 0, 0], 24);
  return head;
}
