import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { findFaces } from '@visavis/server/dist/faces/landmarks/find-face.js';
import { renderStill } from '@visavis/server/dist/faces/render-still.js';
import { type PaintedPack, paintPack } from './paint-pack.ts';
import { PEOPLE } from './people.ts';

const USAGE = `npm run paint:packs -- [person ...] [--out folder]
Paints the face packs of the built-in people, of all of them where none is named, into the folder of the server that is published.

npm run paint:packs -- --points picture
Prints a pack.json with the points that the service finds in a picture that somebody else has painted.`;

const SERVED = fileURLToPath(new URL('../../server/people', import.meta.url));
const THUMBNAIL = 256;

/** What frames show, in distances of the eyes' outer corners. */
const SHOWN_BY_EYES = [3.08, 3.18] as const;
const EYES_FROM_TOP = 0.447;
const QUALITY = { background: 82, person: 90, lids: 90, iris: 92, front: 90, thumbnail: 88 };

const { values, positionals } = parseArgs({
  options: {
    out: { type: 'string', default: SERVED },
    points: { type: 'string' },
    help: { type: 'boolean' },
  },
  allowPositionals: true,
});
if (values.help) console.log(USAGE);
else if (values.points) process.stdout.write(textOf(await findPoints(values.points)));
else await paintAll();

async function paintAll(): Promise<void> {
  const unknown = positionals.find((name) => !PEOPLE.some(({ identity }) => identity === name));
  if (unknown) throw new Error(`There is no person "${unknown}".\n${USAGE}`);
  for (const { identity, look } of PEOPLE) {
    if (positionals.length > 0 && !positionals.includes(identity)) continue;
    const { layers, json } = paintPack(look);
    const folder = `${values.out}/${identity}`;
    await mkdir(folder, { recursive: true });
    let bytes = 0;
    for (const [name, canvas] of Object.entries(layers)) {
      const file = await canvas.encode('webp', QUALITY[name as keyof typeof QUALITY]);
      bytes += file.length;
      await writeFile(`${folder}/${name}.webp`, file);
    }
    const text = textOf(json);
    await writeFile(`${folder}/pack.json`, text);
    console.log(`${folder}: ${bytes + text.length} bytes`);
  }
  // Of the packs that the server draws, which are these.
  if (values.out === SERVED) await drawThumbnails();
  const list = PEOPLE.map(({ identity, name, description }) => ({ identity, name, description }));
  await writeFile(`${values.out}/people.json`, `${JSON.stringify(list, undefined, 2)}\n`);
}

async function drawThumbnails(): Promise<void> {
  for (const { identity } of PEOPLE) {
    if (positionals.length > 0 && !positionals.includes(identity)) continue;
    const still = await loadImage(await renderStill({ identity }, { width: THUMBNAIL, height: THUMBNAIL }));
    const canvas = createCanvas(THUMBNAIL, THUMBNAIL);
    canvas.getContext('2d').drawImage(still, 0, 0);
    await writeFile(`${SERVED}/${identity}/thumbnail.webp`, await canvas.encode('webp', QUALITY.thumbnail));
  }
}

/** JSON with a line for each point, as the formatter of this repository wants it. */
function textOf({ shown, points }: PaintedPack['json']): string {
  const box = Object.entries(shown).map(([side, value]) => `"${side}": ${value}`);
  const lines = points.map((point) => `    [${point.join(', ')}]`);
  return `{\n  "shown": { ${box.join(', ')} },\n  "points": [\n${lines.join(',\n')}\n  ]\n}\n`;
}

/** @throws Error when the picture shows no face from the front */
async function findPoints(file: string): Promise<PaintedPack['json']> {
  const image = await loadImage(file);
  const canvas = createCanvas(image.width, image.height);
  canvas.getContext('2d').drawImage(image, 0, 0);
  const found = findFaces(canvas)[0];
  if (!found?.isClear) throw new Error('No face seen from the front was found in the picture.');
  const rounded = found.points.map((value) => Math.round(value * 10) / 10);
  const points = Array.from({ length: rounded.length / 3 }, (_, i) => rounded.slice(3 * i, 3 * i + 3));
  const [[leftX, leftY], [rightX]] = [points[33]!, points[263]!] as [number[], number[]];
  const [width, height] = SHOWN_BY_EYES.map((part) => Math.round(part * (rightX! - leftX!))) as [
    number,
    number,
  ];
  const left = Math.round((leftX! + rightX! - width) / 2);
  return { shown: { left, top: Math.round(leftY! - height * EYES_FROM_TOP), width, height }, points };
}
