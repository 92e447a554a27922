import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { MODEL_RATE } from '../audio/sample-rates.ts';
import { useFolder } from '../lib/testing/use-folder.ts';
import type { InstalledModel } from '../models/store/model-folder.ts';
import type { SpeechDetector } from './recognizer.ts';
import { startSpeechDetector } from './start-speech-detector.ts';

/** A runtime that returns each frame's first sample as its probability of speech. It loads while audio arrives. */
const RUNTIME = `
class Tensor { constructor(type, data, dims) { Object.assign(this, { type, data, dims }); } }
const session = { run: async ({ input, state }) => ({ output: { data: [input.data[64]] }, stateN: state }) };
module.exports = { Tensor, InferenceSession: { create: async () => session } };
`;
const FRAME = 512;
const PIECE = MODEL_RATE / 100;

let detector: SpeechDetector;
const dataDir = useFolder('of each');
beforeEach(async () => {
  const home = join(dataDir, 'models', 'runtime', 'node_modules', 'onnxruntime-node');
  await mkdir(home, { recursive: true });
  await writeFile(join(home, 'package.json'), '{"name":"onnxruntime-node","main":"index.js"}');
  await writeFile(join(home, 'index.js'), RUNTIME);
  const turns = { manifest: { files: [] }, folder: dataDir } as unknown as InstalledModel;
  detector = startSpeechDetector(dataDir, turns);
});
afterEach(() => detector.close());

it('the speech detector: judges all sound that arrived while its model was loading, in order and with the times of the sound', async () => {
  const seconds = 3;
  const frames = Math.floor((seconds * MODEL_RATE) / FRAME);
  const judged: [number, number][] = [];
  await new Promise<void>((resolve, reject) => {
    const stream = detector.open(
      (probability, endMs) => {
        judged.push([Math.round(probability * 1000), endMs]);
        if (judged.length === frames) resolve();
      },
      (reason) => reject(new Error(reason)),
    );
    const sound = Float32Array.from({ length: seconds * MODEL_RATE }, (_, n) => Math.floor(n / FRAME) / 1000);
    for (let at = 0; at < sound.length; at += PIECE) stream.push(sound.subarray(at, at + PIECE));
  });
  expect(judged).toEqual(Array.from({ length: frames }, (_, n) => [n, 32 * (n + 1)]));
});

it('the speech detector: after a third of a second of silence, the model is not asked again before there is sound', async () => {
  const judged: [probability: number, endMs: number][] = [];
  let onJudged = (): void => undefined;
  const stream = detector.open(
    (probability, endMs) => {
      judged.push([Math.round(probability * 10_000), endMs]);
      onJudged();
    },
    (reason) => judged.push([Number.NaN, Number(reason)]),
  );
  // The model of this test finds 0.0009 in the silence; if it is not asked, the result is 0.
  const [silence, sound] = [0.0009, 0.5];
  const heard = [...Array(12).fill(silence), sound, ...Array(11).fill(silence)];
  for (const level of heard)
    await new Promise<void>((resolve) => {
      onJudged = resolve;
      stream.push(new Float32Array(FRAME).fill(level));
    });
  const judgedSilence = Array(10).fill(9);
  expect(judged).toEqual(
    [...judgedSilence, 0, 0, 5000, ...judgedSilence, 0].map((probability, n) => [probability, 32 * (n + 1)]),
  );
});
