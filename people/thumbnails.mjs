// Draws thumbnail.webp of each person that is named, as the service draws the face. Run after `npm run build`.
import { writeFile } from 'node:fs/promises';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { drawStill } from '../server/dist/faces/render-still.js';

const SIZE = 256;
for (const identity of process.argv.slice(2)) {
  const { png } = await drawStill({ identity }, { width: SIZE, height: SIZE });
  const canvas = createCanvas(SIZE, SIZE);
  canvas.getContext('2d').drawImage(await loadImage(Buffer.from(png)), 0, 0);
  const file = new URL(`../server/people/${identity}/thumbnail.webp`, import.meta.url);
  await writeFile(file, await canvas.encode('webp', 88));
}
