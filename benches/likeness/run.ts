import { readdirSync, readFileSync } from 'node:fs';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import {
  expandWeights,
  type ShorthandWeights as UnitRow,
} from '@visavis/server/dist/faces/director/blend-shapes.js';
import { REST_POSE } from '@visavis/server/dist/faces/director/face-pose.js';
import { openDrawer } from '@visavis/server/dist/faces/open-drawer.js';
import { PACKS } from '@visavis/server/dist/faces/photo/people.js';
import type { Bench } from '../support/bench.ts';
import type { Row } from '../support/report.ts';

const HERE = new URL('../../likeness/', import.meta.url);

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Measures likeness: compares pictures rendered by people/poses.py with the drawer's of the same poses. */
export async function run({ options, report }: Bench): Promise<void> {
  const { pictures } = options({ pictures: new URL('rendered/', HERE).pathname });
  const poses = JSON.parse(readFileSync(new URL('poses.json', HERE), 'utf8')) as Record<string, UnitRow>;
  const rows: Row[] = [['person', 'pose', 'mouth, dB', 'eyes, dB', 'face, dB']];
  for (const file of readdirSync(pictures).sort()) {
    const [identity, name] = file.split(/[-.]/) as [string, string];
    const picture = await loadImage(readFileSync(`${pictures}/${file}`));
    const { width, height } = picture;
    const canvas = createCanvas(width, height);
    canvas.getContext('2d').drawImage(picture, 0, 0);
    const drawer = await openDrawer({ identity }, width, height);
    drawer.draw({ ...REST_POSE, speech: 1, ...expandWeights(poses[name]!) });
    const [truth, drawn] = [canvas.data(), drawer.copyPixels()];
    const decibels = (box: Box) => signalToNoise(truth, drawn, width, box).toFixed(1);
    const { mouth, eyes, face } = boxesOf(identity, height);
    rows.push([identity, name, decibels(mouth), decibels(eyes), decibels(face)]);
  }
  report.table(rows);
}

/** Returns where a pack has mouth, eyes and face, in a frame of what it shows. */
function boxesOf(identity: string, frameHeight: number): Record<'mouth' | 'eyes' | 'face', Box> {
  const pack = JSON.parse(readFileSync(new URL(`${identity}/pack.json`, PACKS), 'utf8')) as {
    shown: { left: number; top: number; height: number };
    points: [number, number, number][];
  };
  const scale = frameHeight / pack.shown.height;
  const x = (point: number) => Math.round((pack.points[point]![0] - pack.shown.left) * scale);
  const y = (point: number) => Math.round((pack.points[point]![1] - pack.shown.top) * scale);
  return {
    mouth: { left: x(57), top: y(2), right: x(287), bottom: y(199) },
    eyes: { left: x(70), top: y(105), right: x(300), bottom: y(118) },
    face: { left: x(123), top: y(151), right: x(352), bottom: y(175) },
  };
}

/** Returns the peak signal-to-noise ratio of the colours in a box. */
function signalToNoise(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  width: number,
  { left, top, right, bottom }: Box,
): number {
  let sum = 0;
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++)
      for (let k = 0; k < 3; k++) sum += (a[(y * width + x) * 4 + k]! - b[(y * width + x) * 4 + k]!) ** 2;
  return 10 * Math.log10(255 ** 2 / (sum / ((right - left) * (bottom - top) * 3)));
}
