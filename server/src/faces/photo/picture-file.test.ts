import { createCanvas } from '@napi-rs/canvas';
import { expect, it } from 'vitest';
import { makePng } from '../testing/make-png.ts';
import { slowJpeg } from '../testing/slow-jpeg.ts';
import { isPlain } from './picture-file.ts';

it.each<[what: string, image: Uint8Array, plain: boolean]>([
  ['a PNG', makePng(2560, 64), true],
  ['a JPEG of one scan', createCanvas(80, 2560).encodeSync('jpeg'), true],
  ['a WebP', createCanvas(80, 64).encodeSync('webp'), true],
  ['one with more pixels than a frame shows', makePng(64, 2561), false],
  ['a JPEG of many scans', slowJpeg(64, 3), false],
])('%s is opened cheaply or not', (_, image, plain) => {
  expect(isPlain(image)).toBe(plain);
});
