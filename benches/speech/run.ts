import { memoryUsage } from 'node:process';
import { resample } from '@visavis/server/dist/audio/resampler.js';
import { VoiceActivityDetector } from '@visavis/server/dist/audio/voice-activity.js';
import { createLipTrack } from '@visavis/server/dist/lips/create-lip-track.js';
import type { Voice } from '@visavis/server/dist/voices/voice.js';
import type { Bench } from '../support/bench.ts';
import { ARITHMETIC, timeArithmetic, timed } from '../support/measure.ts';
import type { Report, Series } from '../support/report.ts';
import { installedVoices, openFlite } from '../support/speech.ts';

const CLAUSES = {
  'a short beginning': 'Well, let me see,',
  'ten words': 'Breakfast is served from seven until ten thirty every day.',
  'a long sentence':
    'I can help you book a table for two on Friday evening at 7:30, or on Saturday if you like that better, for $25 each.',
};
const TEN_WORDS = 'ten words';
const MINUTE = 60;

/**
 * The plain offline voice beside the natural ones of the data directory (VISAVIS_DATA_DIR), and what lips, voice activity and
 * resampling cost. Processor time is of the whole process, so it does not depend on other load; the time to the sound does.
 */
export async function run({ options, scope, report }: Bench): Promise<void> {
  const { rounds } = options({ rounds: 12 });
  const loop = await timeArithmetic();
  report.text(`The yardstick of processor time: ${ARITHMETIC}, ${loop.toFixed(0)} ms.`);
  const flite = await openFlite(scope);
  await measure(report, 'Flite, the plain voice', flite, 'Puck', rounds, loop);
  const voices = await installedVoices(scope);
  if (voices.length === 0) report.text('No natural voice is installed: npx visavis models add voice');
  for (const { name, voice, piper } of voices) {
    const before = memoryUsage().rss;
    const { ms } = await timed(() => piper.load());
    await measure(report, `Piper, ${name}`, piper, voice, rounds, loop);
    const grown = (memoryUsage().rss - before) / 2 ** 20;
    report.text(`Loaded in ${ms.toFixed(0)} ms; the process grew by ${grown.toFixed(0)} MB.`);
  }
  report.heading('Processor time for one second of sound');
  const { pcm } = await flite.speak(CLAUSES['a long sentence'], { voice: 'Puck' });
  report.measured(await costs(pcm));
}

async function measure(
  report: Report,
  title: string,
  speaker: Voice,
  voice: string,
  rounds: number,
  loop: number,
): Promise<void> {
  report.heading(title);
  const series: Series[] = [];
  for (const [kind, text] of Object.entries(CLAUSES)) {
    const [wall, cpu, factor]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < rounds; round++) {
      const { value, ms, cpuMs } = await timed(() => speaker.speak(text, { voice, urgent: true }));
      wall.push(ms);
      cpu.push(cpuMs);
      factor.push(cpuMs / ((1000 * value.pcm.length) / value.sampleRate));
    }
    const target = kind === TEN_WORDS ? 'median ≤ 500' : undefined;
    series.push(
      { name: `${kind}: CPU`, values: cpu, unit: 'ms', to: loop, target },
      { name: `${kind}: from text to first sound`, values: wall, unit: 'ms' },
      { name: `${kind}: CPU for a second of sound`, values: factor, unit: 's' },
    );
  }
  report.measured(series);
}

/** Seven runs after one to warm up, with a minute of sound of 16 kHz that repeats `pcm`. */
async function costs(pcm: Int16Array): Promise<Series[]> {
  const rate = 16_000;
  const minute = Int16Array.from({ length: MINUTE * rate }, (_, n) => pcm[n % pcm.length]!);
  const pieces = (length: number, each: (piece: Int16Array) => void) => {
    for (let at = 0; at < minute.length; at += length) each(minute.subarray(at, at + length));
  };
  const works: Record<string, () => unknown> = {
    lips: () => {
      const track = createLipTrack();
      pieces(320, (piece) => track.append(piece, rate));
      const weights = new Float32Array(15);
      for (let time = 0; time < 1000 * MINUTE; time += 40) track.visemesAt(time, weights);
    },
    'voice activity with echo': () => {
      const detector = new VoiceActivityDetector(rate);
      pieces(160, (piece) => {
        detector.pushPlayout(piece, rate);
        detector.push(piece);
      });
    },
    'resampling to 48 kHz': () => resample(minute, rate, 48_000),
    'resampling to 44.1 kHz': () => resample(minute, rate, 44_100),
  };
  const series: Series[] = [];
  for (const [name, work] of Object.entries(works)) {
    work();
    const values: number[] = [];
    for (let round = 0; round < 7; round++) values.push((await timed(work)).cpuMs / MINUTE);
    series.push({ name, values, unit: 'ms' });
  }
  return series;
}
