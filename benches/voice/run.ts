import { cpuUsage } from 'node:process';
import { resample } from '@visavis/server/dist/lib/resampler.js';
import { VoiceActivityDetector } from '@visavis/server/dist/lib/voice-activity.js';
import { createLipTrack } from '@visavis/server/dist/lips/create-lip-track.js';
import { startFliteVoice } from '@visavis/server/dist/voices/flite/start-flite-voice.js';
import { ARITHMETIC, timeArithmetic } from '../support/arithmetic.ts';
import { type Report, summarize } from '../support/report.ts';

const CLAUSES = {
  'two words': 'Hello there!',
  'first clause': 'Well, let me think about that for a moment,',
  sentence: 'I can help you book a table for two on Friday evening, or on Saturday if you like that better.',
};
const SPEAKERS = { slt: 'Kore', rms: 'Charon', awb: 'Puck', kal16: 'Sadaltager' };

/** How long speech takes to make (`args[0]` times each), and what lips, voice activity and resampling cost. */
export async function run(args: string[], report: Report): Promise<void> {
  const count = Number(args[0] ?? 30);
  const begin = performance.now();
  const voice = await startFliteVoice();
  report.text(`voice thread warm after ${(performance.now() - begin).toFixed(0)} ms`);

  report.heading('From text to the whole clause, milliseconds');
  const series: { name: string; values: number[]; unit: string; target?: string }[] = [];
  const ratios: (string | number)[][] = [];
  let sound = new Int16Array(0);
  try {
    for (const [speaker, name] of Object.entries(SPEAKERS)) {
      for (const [kind, text] of Object.entries(CLAUSES)) {
        const values: number[] = [];
        const cpu: number[] = [];
        for (let i = 0; i < count; i++) {
          const start = performance.now();
          const before = cpuUsage();
          const clause = await voice.speak(text, { voice: name });
          values.push(performance.now() - start);
          const { user, system } = cpuUsage(before);
          cpu.push((user + system) / 1000);
          sound = new Int16Array(clause.pcm);
          // As in a conversation: the thread has time to prepare its next instance.
          await new Promise((resolve) => setTimeout(resolve, 25));
        }
        const seconds = (sound.length / 16_000).toFixed(1);
        series.push({
          name: `${speaker}, ${kind} (${seconds} s)`,
          values,
          unit: 'ms',
          ...(kind === 'first clause' && { target: '<= 40' }),
        });
        if (kind === 'first clause') {
          series.push({ name: `${speaker}, ${kind}: CPU`, values: cpu, unit: 'ms' });
          const { n, median } = summarize(cpu);
          ratios.push([`${speaker}, ${kind} (${seconds} s)`, String(n), median / timeArithmetic()]);
        }
      }
    }
  } finally {
    await voice.close();
  }
  report.measured(series);
  report.heading(`Processor time of a clause, to that of ${ARITHMETIC}`);
  report.table([['', 'n', 'ratio'], ...ratios]);

  const minute = new Int16Array(60 * 16_000);
  for (let at = 0; at < minute.length; at += sound.length) {
    minute.set(sound.subarray(0, Math.min(sound.length, minute.length - at)), at);
  }
  report.heading('CPU time for one second of sound, milliseconds');
  report.measured([
    cost('lips from sound, 16 kHz', () => {
      const track = createLipTrack();
      for (let at = 0; at < minute.length; at += 320) track.append(minute.subarray(at, at + 320), 16_000);
      const weights = new Float32Array(15);
      for (let time = 0; time < 60_000; time += 40) track.visemesAt(time, weights);
    }),
    cost('voice activity with echo, 16 kHz', () => {
      const detector = new VoiceActivityDetector(16_000);
      for (let at = 0; at < minute.length; at += 160) {
        detector.pushPlayout(minute.subarray(at, at + 160), 16_000);
        detector.push(minute.subarray(at, at + 160));
      }
    }),
    cost('resample 16 to 48 kHz', () => resample(minute, 16_000, 48_000)),
    cost('resample 16 to 44.1 kHz', () => resample(minute, 16_000, 44_100)),
    cost('resample 48 to 16 kHz', () => resample(minute, 48_000, 16_000), 20),
  ]);
}

/** Seven runs after one to warm up; CPU and not wall-clock time, so that a busy machine matters less. */
function cost(
  name: string,
  work: () => unknown,
  seconds = 60,
): { name: string; values: number[]; unit: string } {
  work();
  const values = Array.from({ length: 7 }, () => {
    const before = cpuUsage();
    work();
    const { user, system } = cpuUsage(before);
    return (user + system) / 1000 / seconds;
  });
  return { name, values, unit: 'ms' };
}
