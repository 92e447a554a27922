import diagnostics from 'node:diagnostics_channel';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { expect, it } from 'vitest';
import { makePng } from '../testing/make-png.ts';
import { slowJpeg } from '../testing/slow-jpeg.ts';
import { plainCopy } from './decode-once.ts';
import { openPhoto } from './open-photo.ts';
import { packFaces } from './packed-faces.ts';

const mesh = packFaces([], { width: 1, height: 1 });

async function processesOf(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const note = () => count++;
  diagnostics.subscribe('child_process', note);
  await work();
  diagnostics.unsubscribe('child_process', note);
  return count;
}

it('another size of a face does not decode its picture again', async () => {
  const image = makePng(300, 200);
  expect(await processesOf(() => openPhoto({ image, mesh }, 128, 128))).toBe(1);
  expect(await processesOf(() => openPhoto({ image, mesh }, 64, 64))).toBe(0);
});

it('copies large or slow pictures into a plain file, and nothing else', async () => {
  expect(await plainCopy(makePng(80, 64))).toBeUndefined();
  const slow = await plainCopy(slowJpeg(640, 3));
  expect([...slow!.subarray(0, 2)]).toEqual([0xff, 0xd8]);
  expect(await plainCopy(slow!)).toBeUndefined();
});

it('keeps transparency in a copy', async () => {
  const canvas = createCanvas(3000, 64);
  const ctx = canvas.getContext('2d');
  ctx.fillStyle = '#ff8000';
  ctx.fillRect(0, 0, 1500, 64);
  const copy = await loadImage(Buffer.from((await plainCopy(await canvas.encode('png')))!));
  expect(copy.width).toBe(2560);
  ctx.clearRect(0, 0, 3000, 64);
  ctx.drawImage(copy, 0, 0);
  const alphaAt = (x: number) => ctx.getImageData(x, 20, 1, 1).data[3];
  expect([alphaAt(100), alphaAt(2000)]).toEqual([255, 0]);
});
