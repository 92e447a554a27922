import { cpuMs, openInstalledRecognizer } from '../support/installed-recognizer.ts';
import type { Bench } from '../support/report.ts';
import { makeNoise, mix, naturalSpeaker, SENTENCES, speak } from '../support/spoken-set.ts';

const VOICES = ['Kore', 'Puck', 'Charon'];
const LEVELS: readonly (number | undefined)[] = [undefined, 20, 10];
const NUMBERS: Readonly<Record<string, string>> = { 4: 'four', 9: 'nine' };

/** The rate of wrong words, by voice and level of noise, and the time to transcribe one utterance. */
export const run: Bench = async (_args, report) => {
  const { local, dataDir } = await openInstalledRecognizer();
  const noise = makeNoise('fan', 20);
  const natural = await naturalSpeaker(dataDir);
  const speakers: Record<string, () => Promise<Float32Array[]>> = Object.fromEntries([
    ...VOICES.map((voice) => [voice, () => speak(SENTENCES, voice)]),
    ...(natural ? [natural] : []),
  ]);
  const rows: (string | number)[][] = [
    ['voice', 'noise', 'utterances', 'words wrong, %', 'target, %', 'CPU, ms (median)', 'ms (median)'],
  ];
  const wrong: string[] = [];
  for (const voice of Object.keys(speakers)) {
    const spoken = await speakers[voice]!();
    for (const level of LEVELS) {
      let errors = 0;
      let words = 0;
      const cpu: number[] = [];
      const wall: number[] = [];
      for (const [n, clean] of spoken.entries()) {
        const sound = level === undefined ? clean : mix(clean, noise, level);
        const [cpuBefore, before] = [cpuMs(), performance.now()];
        const { text } = await local.transcribe(sound, { language: 'en' });
        wall.push(performance.now() - before);
        cpu.push(cpuMs() - cpuBefore);
        const [said, heard] = [wordsOf(SENTENCES[n]!), wordsOf(text)];
        const distance = editDistance(said, heard);
        errors += distance;
        words += said.length;
        if (distance > 0) wrong.push(`${voice}, ${level ?? 'clean'}: ${SENTENCES[n]} → ${text}`);
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
    `Words, ${local.model}; synthetic voices (Flite, and Piper where it is installed), noise of a fan`,
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
    .map((word) => NUMBERS[word] ?? word)
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
