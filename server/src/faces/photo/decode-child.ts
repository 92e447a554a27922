/**
 * The process that decodes one picture and then finds the faces in it, from standard input to standard output. Its
 * parent limits its memory and time, so that the service continues whatever the picture does to it.
 */
import { buffer } from 'node:stream/consumers';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { giveWay } from '../../lib/give-way.ts';
import { findFaces } from '../landmarks/find-face.ts';
import type { DecodeJob } from './decode-picture.ts';
import { packFaces } from './packed-faces.ts';

giveWay();
process.stdout.write(Uint8Array.of(1));
const { width, height, longestSide, findsFace } = JSON.parse(process.argv[2]!) as DecodeJob;
const picture = await loadImage(await buffer(process.stdin)).catch(() => undefined);
const sides = picture && [picture.width, picture.height];
// The camera may have recorded that the picture must be rotated.
const isAsStated = [`${width},${height}`, `${height},${width}`].includes(String(sides));
if (picture && isAsStated) {
  const scale = Math.min(1, longestSide / Math.max(width, height));
  const canvas = createCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale));
  const ctx = canvas.getContext('2d');
  ctx.imageSmoothingQuality = 'high';
  ctx.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const { data } = ctx.getImageData(0, 0, canvas.width, canvas.height);
  process.stdout.write(new Uint8Array(Uint32Array.of(canvas.width, canvas.height).buffer));
  process.stdout.write(new Uint8Array(data.buffer));
  if (findsFace) {
    const kept = packFaces(findFaces(canvas), canvas);
    process.stdout.write(new Uint8Array(Uint32Array.of(kept.length).buffer));
    process.stdout.write(kept);
  }
}
