import { basename } from 'node:path';
import type { Voice } from '@visavis/server/dist/voices/voice.js';
import type { Bench } from '../support/bench.ts';
import { ARITHMETIC, timeArithmetic, timed } from '../support/measure.ts';
import { median, type Row } from '../support/report.ts';
import { makeNoise, mix, SENTENCES } from '../support/sounds.ts';
import { installedVoices, openFlite, openInstalledRecognizer, speakAll } from '../support/speech.ts';
import { type Recording, readRecordings } from './recordings.ts';

const VOICES = ['Kore', 'Puck', 'Charon'];
const NOISE_DB = 10;
/** Spelled as spoken; fillers are not words. */
const SAID: Readonly<Record<string, string>> = {
  alright: 'all right',
  uh: '',
  um: '',
  4: 'four',
  5: 'five',
  7: 'seven',
  8: 'eight',
  9: 'nine',
  10: 'ten',
  55: 'five five',
  mr: 'mister',
};

/** Arguments: folders with recordings of people, such as `npm run test:models -- benches` fetches. */
export async function run({ args, scope, report }: Bench): Promise<void> {
  const { local } = await openInstalledRecognizer(scope);
  const flite = await openFlite(scope);
  const noise = makeNoise('fan', 20);
  const speakers: Record<string, () => Promise<Recording[]>> = {};
  const saidBy = (speaker: Voice, voice: string) => async () =>
    (await speakAll(speaker, voice, SENTENCES)).map(
      (sound, n): Recording => ({ text: SENTENCES[n]!, sound }),
    );
  for (const voice of VOICES) speakers[voice] = saidBy(flite, voice);
  for (const { name, piper, voice } of await installedVoices(scope)) speakers[name] = saidBy(piper, voice);
  for (const folder of args) speakers[`people: ${basename(folder)}`] = () => readRecordings(folder);
  const loop = await timeArithmetic();
  const rows: Row[] = [];
  const wrong: string[] = [];
  const allCpu: number[] = [];
  for (const [voice, read] of Object.entries(speakers)) {
    const spoken = await read();
    for (const level of ['none', `${NOISE_DB} dB below`]) {
      let [errors, words] = [0, 0];
      const [cpu, wall]: [number[], number[]] = [[], []];
      for (const { text: saidText, sound: clean } of spoken) {
        const sound = level === 'none' ? clean : mix(clean, noise, NOISE_DB);
        const { value, ms, cpuMs } = await timed(() => local.transcribe(sound, { language: 'en' }));
        wall.push(ms);
        cpu.push(cpuMs);
        const said = wordsOf(saidText);
        const distance = editDistance(said, wordsOf(value.text));
        errors += distance;
        words += said.length;
        if (distance > 0) wrong.push(`${voice}, noise ${level}: ${saidText} → ${value.text}`);
      }
      const target = level === 'none' ? '' : '≤ 5';
      rows.push([voice, level, spoken.length, (100 * errors) / words, target, median(cpu), median(wall)]);
      allCpu.push(...cpu);
    }
  }
  report.heading(
    `Words, ${local.model}; voices of Flite, of Piper where it is installed, and of people where recordings are given; noise of a fan`,
  );
  report.text(
    `Processor time of an utterance, as a ratio to ${ARITHMETIC} (${loop.toFixed(0)} ms): **${(median(allCpu) / loop).toFixed(1)}**\n`,
  );
  report.table([
    ['voice', 'noise', 'utterances', 'words wrong, %', 'target, %', 'CPU, ms (median)', 'ms (median)'],
    ...rows,
  ]);
  report.text(`Resident memory of the process: ${Math.round(process.memoryUsage.rss() / 1e6)} MB`);
  report.heading('What was heard otherwise than it was said');
  for (const line of wrong) report.text(`- ${line}`);
}

function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.flatMap((word) => (SAID[word] ?? word).split(' ')).filter(Boolean);
}

function editDistance(one: readonly string[], other: readonly string[]): number {
  let row = Array.from({ length: other.length + 1 }, (_, n) => n);
  for (const [i, word] of one.entries()) {
    const next = [i + 1];
    for (const [j, candidate] of other.entries())
      next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + (word === candidate ? 0 : 1)));
    row = next;
  }
  return row.at(-1)!;
}
