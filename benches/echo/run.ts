import type { Report } from '../support/report.ts';
import type { DelayStep } from './echo-path.ts';
import { playScene, type Scene } from './scene.ts';
import { recordSpeakers } from './speakers.ts';

const JUMPING: DelayStep[] = [
  { atMs: 0, delayMs: 200 },
  { atMs: 12_000, delayMs: 600 },
  { atMs: 24_000, delayMs: 250 },
  { atMs: 34_000, delayMs: 900 },
  { atMs: 46_000, delayMs: 300 },
];
const WAYS: Record<string, Partial<Scene> & { delays: DelayStep[] }> = {
  'steady, 60 ms': { delays: [{ atMs: 0, delayMs: 60 }] },
  'steady, 450 ms': { delays: [{ atMs: 0, delayMs: 450 }], room: true },
  'jumps 200, 600, 250, 900, 300 ms': { delays: JUMPING },
  'the same, stretched and squeezed': { delays: JUMPING, squeeze: true, room: true },
  'appears after 10 s': { delays: [{ atMs: 0, delayMs: 320 }], echoFromMs: 10_000 },
};
const GAINS = [0.05, 0.15, 0.3, 0.7, 1.5];
const NOISES = [0.0005, 0.004];

/** The voice activity detector against the echo of the avatar (`args[0]`: minutes of each cell, 0.5 unless told). */
export async function run(args: string[], report: Report): Promise<void> {
  const minutes = Number(args[0] ?? 1);
  const speakers = await recordSpeakers();
  let seed = 1;
  let played = 0;
  const falseStarts: (string | number)[][] = [];
  for (const [name, way] of Object.entries(WAYS)) {
    const row: (string | number)[] = [name];
    for (const gain of GAINS) {
      let count = 0;
      for (const noise of NOISES) {
        const scene = { seed: seed++, seconds: 60 * minutes, gain, noise, ...way };
        const { falseAtMs } = playScene(scene, speakers);
        if (process.env.TRACE && falseAtMs.length) console.log(name, gain, noise, scene.seed, falseAtMs);
        count += falseAtMs.length;
        played += minutes;
      }
      row.push(String(count));
    }
    falseStarts.push(row);
  }
  report.heading(`Nobody speaks: false starts in ${played} minutes`);
  report.table([['echo', ...GAINS.map((gain) => `gain ${gain}`)], ...falseStarts]);

  const rows: (string | number)[][] = [];
  for (const gain of [0, 0.05, 0.15, 0.3, 0.7]) {
    for (const userLevel of [0.25, 0.5, 1]) {
      const delays: number[] = [];
      let wrong = 0;
      for (const way of ['steady, 450 ms', 'jumps 200, 600, 250, 900, 300 ms']) {
        const scene = { seed: seed++, seconds: 120 * minutes, gain, noise: 0.001, userLevel, ...WAYS[way]! };
        const heard = playScene(scene, speakers);
        delays.push(...heard.delaysMs);
        wrong += heard.falseAtMs.length;
      }
      const sorted = delays.toSorted((a, b) => a - b);
      const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))]!;
      const missed = delays.filter((delay) => delay === Number.POSITIVE_INFINITY).length;
      rows.push([
        String(gain),
        String(userLevel),
        String(delays.length),
        at(0.5),
        at(0.9),
        String(missed),
        String(wrong),
      ]);
    }
  }
  report.heading('The user speaks over the avatar: from onset to report, ms');
  report.table([['echo gain', 'user level', 'n', 'median', 'p90', 'missed', 'false'], ...rows]);
}
