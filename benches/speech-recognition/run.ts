import { basename } from 'node:path';
import { ARITHMETIC, timeArithmetic } from '../support/arithmetic.ts';
import { cpuMs, openInstalledRecognizer } from '../support/installed-recognizer.ts';
import type { Bench } from '../support/report.ts';
import { MORE_SENTENCES, makeNoise, mix, naturalSpeaker, SENTENCES, speak } from '../support/spoken-set.ts';
import { type Recording, readRecordings } from './recordings.ts';

const VOICES = ['Kore', 'Puck', 'Charon'];
const TEXTS = [...SENTENCES, ...MORE_SENTENCES];
const LEVELS: readonly (number | undefined)[] = [undefined, 10];
/** As they are said; what people say while they think is no word. */
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

/**
 * `[folder …]`: the rate of wrong words, by voice and level of noise, and the time to transcribe one utterance. `folder`:
 * recordings of people, such as those that `npm run test:models -- benches` fetches.
 */
export const run: Bench = async (folders, report) => {
  const { local, dataDir } = await openInstalledRecognizer();
  const noise = makeNoise('fan', 20);
  const natural = await naturalSpeaker(dataDir, TEXTS);
  const made = async (speaking: Promise<Float32Array[]>): Promise<Recording[]> =>
    (await speaking).map((sound, n) => ({ text: TEXTS[n]!, sound }));
  const speakers: Record<string, () => Promise<Recording[]>> = {
    ...Object.fromEntries(VOICES.map((voice) => [voice, () => made(speak(TEXTS, voice))])),
    ...(natural && { [natural[0]]: () => made(natural[1]()) }),
    ...Object.fromEntries(
      folders.map((folder) => [`people: ${basename(folder)}`, () => readRecordings(folder)]),
    ),
  };
  const rows: (string | number)[][] = [
    ['voice', 'noise', 'utterances', 'words wrong, %', 'target, %', 'CPU, ms (median)', 'ms (median)'],
  ];
  const wrong: string[] = [];
  const allCpu: number[] = [];
  const loop = timeArithmetic();
  for (const voice of Object.keys(speakers)) {
    const spoken = await speakers[voice]!();
    for (const level of LEVELS) {
      let errors = 0;
      let words = 0;
      const cpu: number[] = [];
      const wall: number[] = [];
      for (const { text: saidText, sound: clean } of spoken) {
        const sound = level === undefined ? clean : mix(clean, noise, level);
        const [cpuBefore, before] = [cpuMs(), performance.now()];
        const { text } = await local.transcribe(sound, { language: 'en' });
        wall.push(performance.now() - before);
        cpu.push(cpuMs() - cpuBefore);
        allCpu.push(cpu.at(-1)!);
        const [said, heard] = [wordsOf(saidText), wordsOf(text)];
        const distance = editDistance(said, heard);
        errors += distance;
        words += said.length;
        if (distance > 0) wrong.push(`${voice}, ${level ?? 'clean'}: ${saidText} → ${text}`);
      }
      const shown = level === undefined ? 'none' : `${level} dB below`;
      rows.push([
        voice,
        shown,
        spoken.length,
        (100 * errors) / words,
        level === 10 ? '≤ 5' : '',
        median(cpu),
        median(wall),
      ]);
    }
  }
  report.heading(
    `Words, ${local.model}; voices of Flite, of Piper where it is installed, and of people where recordings are given; noise of a fan`,
  );
  report.text(
    `Processor time of an utterance, as a ratio to ${ARITHMETIC} (${loop.toFixed(0)} ms): **${(median(allCpu) / loop).toFixed(1)}**\n`,
  );
  report.table(rows);
  report.text(`\nResident memory of the process: ${Math.round(process.memoryUsage.rss() / 1e6)} MB`);
  report.heading('What was heard otherwise than it was said');
  for (const line of wrong) report.text(`- ${line}`);
  await local.close();
};

function wordsOf(text: string): string[] {
  const plain = text
    .toLowerCase()
    .replace(/[^a-z0-9 ]+/g, ' ')
    .trim();
  return plain
    .split(/\s+/)
    .flatMap((word) => (SAID[word] ?? word).split(' '))
    .filter(Boolean);
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

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
