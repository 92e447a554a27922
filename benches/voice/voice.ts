import { cpuUsage } from 'node:process';
import { parseArgs } from 'node:util';
import { resample } from '@visavis/server/dist/lib/resample.js';
import { VoiceActivityDetector } from '@visavis/server/dist/lib/voice-activity.js';
import { createLipTrack } from '@visavis/server/dist/lips/create-lip-track.js';
import { startFliteVoice } from '@visavis/server/dist/voices/flite/start-flite-voice.js';

const CLAUSES = {
  'two words': 'Hello there!',
  'first clause': 'Well, let me think about that for a moment,',
  sentence: 'I can help you book a table for two on Friday evening, or on Saturday if you like that better.',
};
const SPEAKERS = { slt: 'Kore', rms: 'Charon', awb: 'Puck', kal16: 'Sadaltager' };

/** How long speech takes to make, and what lips, voice activity and resampling cost. `--n`: syntheses each (30). */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { n: { type: 'string', default: '30' } } });
  const count = Number(values.n);

  const begin = performance.now();
  const voice = await startFliteVoice();
  console.log(`voice thread warm after ${(performance.now() - begin).toFixed(0)} ms`);
  const rows: Record<string, string | number>[] = [];
  let sound = new Int16Array(0);
  try {
    for (const [speaker, name] of Object.entries(SPEAKERS)) {
      for (const [kind, text] of Object.entries(CLAUSES)) {
        const times: number[] = [];
        for (let i = 0; i < count; i++) {
          const start = performance.now();
          const clause = await voice.speak(text, { voice: name });
          times.push(performance.now() - start);
          sound = new Int16Array(clause.pcm);
          // As in a conversation: the thread has time to prepare the next.
          await new Promise((resolve) => setTimeout(resolve, 25));
        }
        rows.push({ speaker, clause: kind, audioMs: Math.round(sound.length / 16), ...summary(times) });
      }
    }
  } finally {
    await voice.close();
  }
  console.table(rows);

  const minute = new Int16Array(60 * 16_000);
  for (let at = 0; at < minute.length; at += sound.length) {
    minute.set(sound.subarray(0, Math.min(sound.length, minute.length - at)), at);
  }
  console.table([
    cost('lips from sound, 16 kHz', () => {
      const track = createLipTrack();
      for (let at = 0; at < minute.length; at += 320) track.append(minute.subarray(at, at + 320), 16_000);
      const weights = new Float32Array(15);
      for (let time = 0; time < 60_000; time += 40) track.visemesAt(time, weights);
    }),
    cost('voice activity with echo', () => {
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

function summary(times: number[]): { medianMs: number; p95Ms: number; n: number } {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Number(sorted[Math.floor(share * (sorted.length - 1))]!.toFixed(1));
  return { medianMs: at(0.5), p95Ms: at(0.95), n: times.length };
}

/** CPU (not wall-clock) time per second of sound: the median of five runs after one to warm up. */
function cost(what: string, work: () => unknown, seconds = 60): Record<string, string | number> {
  work();
  const times = Array.from({ length: 5 }, () => {
    const before = cpuUsage();
    work();
    const { user, system } = cpuUsage(before);
    return (user + system) / 1000 / seconds;
  });
  return { what, cpuMsPerAudioSecond: summary(times).medianMs };
}
