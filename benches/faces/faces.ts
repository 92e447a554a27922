import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { createCanvas, ImageData } from '@napi-rs/canvas';
import { durationMs } from '@visavis/server/dist/audio/pcm.js';
import { expandWeights, eyeLook } from '@visavis/server/dist/faces/director/blend-shapes.js';
import { Director } from '@visavis/server/dist/faces/director/director.js';
import type { FacePose } from '@visavis/server/dist/faces/director/face-pose.js';
import { EMOTIONS, type Emotion, VISEMES } from '@visavis/server/dist/faces/face.js';
import { openDrawer } from '@visavis/server/dist/faces/open-drawer.js';
import { createLipTrack } from '@visavis/server/dist/lips/create-lip-track.js';
import { SpokenText } from '@visavis/server/dist/media/speaking/spoken-text.js';
import { startFliteVoice } from '@visavis/server/dist/voices/flite/start-flite-voice.js';

const USAGE = `npm run faces -- sheet <picture | built-in person> [--out sheet.png] [--emotions neutral,happy]
Draws every viseme with every emotion, then both phases of a blink, glances and turns: a row for each, a column for each emotion.

npm run faces -- speak <picture | built-in person> [--out sheet.png] [--emotions sad] [--text "I am sorry."]
Draws the frames of a spoken sentence, 25 a second, each with the sound that it belongs to.`;

const SIDE = 512;
/** The part that is cropped from the frame, and its size in the sheet. */
const CROP = { x: 106, y: 110, side: 300 };
const CELL = 300;
/** Number of frames until a held shape is reached. */
const HELD = 14;
const FRAME_MS = 40;

const MOMENTS: [name: string, change: Partial<FacePose>][] = [
  ['rest', {}],
  ['blink 40 %', expandWeights({ eyeBlink: 0.4 })],
  ['blink 75 %', expandWeights({ eyeBlink: 0.75 })],
  ['shut', expandWeights({ eyeBlink: 1 })],
  ['gaze right', eyeLook(0.9, 0)],
  ['gaze left, down', eyeLook(-0.9, 0.7)],
  ['gaze up', eyeLook(0.2, -0.8)],
  ['turn right', { yaw: 0.21, ...eyeLook(-0.3, 0) }],
  ['turn left, nod', { yaw: -0.21, pitch: 0.15 }],
  ['tilt', { roll: 0.12, pitch: -0.12 }],
];

const { values, positionals } = parseArgs({
  options: {
    out: { type: 'string', default: 'sheet.png' },
    emotions: { type: 'string' },
    text: { type: 'string', default: 'Two women moved my blue boat before noon.' },
    help: { type: 'boolean', short: 'h' },
  },
  allowPositionals: true,
});
if (values.help) {
  console.log(USAGE);
  process.exit();
}
const [command, picture] = positionals;
if (!picture || (command !== 'sheet' && command !== 'speak')) throw new Error(USAGE);
const emotions = (values.emotions?.split(',') ?? [...EMOTIONS]) as Emotion[];
const cells = command === 'speak' ? await spokenFrames(emotions[0]!) : heldPoses();
// A sheet with one emotion is wrapped into several rows.
const columns = command === 'speak' ? 10 : emotions.length > 1 ? emotions.length : 5;
const sheet = createCanvas(columns * CELL, Math.ceil(cells.length / columns) * CELL);
const ctx = sheet.getContext('2d');
ctx.imageSmoothingQuality = 'high';
const image = await readFile(picture).catch(() => undefined);
const drawer = await openDrawer(image ? { image } : { identity: picture }, SIDE, SIDE);
if (drawer.notice) console.log(drawer.notice);
for (const [i, { name, pose }] of cells.entries()) {
  drawer.draw(pose);
  const frame = createCanvas(SIDE, SIDE);
  frame.getContext('2d').putImageData(new ImageData(drawer.copyPixels(), SIDE, SIDE), 0, 0);
  const [x, y] = [(i % columns) * CELL, Math.floor(i / columns) * CELL];
  ctx.drawImage(frame, CROP.x, CROP.y, CROP.side, CROP.side, x, y, CELL, CELL);
  ctx.font = '15px sans-serif';
  ctx.lineWidth = 3;
  ctx.strokeText(name, x + 8, y + 20);
  ctx.fillStyle = '#fff';
  ctx.fillText(name, x + 8, y + 20);
}
await writeFile(values.out, await sheet.encode('png'));
console.log(values.out);
process.exit(0);

function heldPoses(): { name: string; pose: FacePose }[] {
  const rows = [...VISEMES, ...MOMENTS.map(([name]) => name)];
  return rows.flatMap((row) =>
    emotions.map((emotion) => ({ name: `${row}, ${emotion}`, pose: poseOf(row, emotion) })),
  );
}

async function spokenFrames(name: Emotion): Promise<{ name: string; pose: FacePose }[]> {
  const voice = await startFliteVoice();
  const { pcm, sampleRate, phones } = await voice.speak(values.text, { voice: 'Kore' });
  await voice.close();
  const lips = createLipTrack();
  lips.append(pcm, sampleRate, phones);
  const text = new SpokenText();
  text.addAudio(durationMs(pcm.length, sampleRate), values.text, phones);
  const director = new Director(1);
  return Array.from({ length: Math.ceil(durationMs(pcm.length, sampleRate) / FRAME_MS) }, (_, index) => {
    const ptsMs = index * FRAME_MS;
    const weights = new Float32Array(VISEMES.length);
    const visemes = lips.visemesAt(ptsMs, weights) ? weights : null;
    const emotion = { name, weight: 1 };
    const pose = director.pose({
      ptsMs,
      state: 'speaking',
      emotion,
      visemes,
      energy: lips.energyAt(ptsMs),
      isQuestionEnd: text.isQuestionEndAt(ptsMs),
    });
    return { name: phones?.find(({ endMs }) => endMs > ptsMs)?.phone ?? '', pose };
  });
}

/** Returns the pose of a face that has held a viseme, or rested, long enough. */
function poseOf(row: string, emotion: Emotion): FacePose {
  const director = new Director(1);
  const viseme = VISEMES.indexOf(row as (typeof VISEMES)[number]);
  const visemes = viseme < 0 ? null : new Float32Array(VISEMES.length);
  if (visemes) visemes[viseme] = 1;
  let pose: FacePose | undefined;
  for (let index = 0; index < HELD; index++)
    pose = director.pose({
      ptsMs: index * FRAME_MS,
      state: visemes ? 'speaking' : 'idle',
      emotion: { name: emotion, weight: 1 },
      visemes,
      energy: 0.6,
    });
  return { ...pose!, ...expandWeights({ eyeBlink: 0 }), ...MOMENTS.find(([name]) => name === row)?.[1] };
}
