import type { Report } from '../support/report.ts';
import type { DelayStep } from './echo-path.ts';
import { listen, render, type Scene } from './scene.ts';
import { recordSpeakers, type Speakers, type Split } from './speakers.ts';

const JUMPING: DelayStep[] = [
  { atMs: 0, delayMs: 200 },
  { atMs: 12_000, delayMs: 600 },
  { atMs: 24_000, delayMs: 250 },
  { atMs: 34_000, delayMs: 900 },
  { atMs: 46_000, delayMs: 300 },
];
type Way = Omit<Scene, 'seed' | 'seconds'>;
const steady = (delayMs: number): Pick<Scene, 'delays'> => ({ delays: [{ atMs: 0, delayMs }] });

export const WAYS: Record<string, Way> = {
  'no echo': { gain: 0, noise: 0.0005, ...steady(0) },
  'no echo, noisy room': { gain: 0, noise: 0.006, ...steady(0) },
  'no echo, at the start': { gain: 0, noise: 0.001, atTheStart: true, ...steady(0) },
  'what a client leaves': { gain: 0.3, noise: 0.001, cancels: true, roomMs: 300, ...steady(180) },
  'gain 0.05': { gain: 0.05, noise: 0.001, roomMs: 300, ...steady(330) },
  'gain 0.3': { gain: 0.3, noise: 0.001, roomMs: 300, ...steady(120) },
  'gain 0.3, no room': { gain: 0.3, noise: 0.0005, ...steady(60) },
  'gain 0.3, at the start': { gain: 0.3, noise: 0.001, atTheStart: true, roomMs: 300, ...steady(270) },
  'gain 0.3, clock +100 ppm': { gain: 0.3, noise: 0.001, roomMs: 300, clockPpm: 100, ...steady(450) },
  'gain 0.3, clock -100 ppm': { gain: 0.3, noise: 0.001, roomMs: 300, clockPpm: -100, ...steady(210) },
  'gain 0.3, loudspeaker clips': { gain: 0.3, noise: 0.001, roomMs: 300, clips: true, ...steady(300) },
  'gain 0.3, delay jumps': { gain: 0.3, noise: 0.001, roomMs: 300, delays: JUMPING },
  'gain 0.3, delay drifts': { gain: 0.3, noise: 0.001, roomMs: 300, delays: JUMPING, squeeze: true },
  'gain 0.3, echo after 10 s': { gain: 0.3, noise: 0.001, roomMs: 300, echoFromMs: 10_000, ...steady(320) },
  'gain 0.7': { gain: 0.7, noise: 0.001, roomMs: 450, ...steady(240) },
  'gain 0.3, quiet music': { gain: 0.3, noise: 0.001, roomMs: 300, music: 0.01, ...steady(160) },
  'gain 0.3, worker stalls': { gain: 0.3, noise: 0.001, roomMs: 300, breaks: true, ...steady(230) },
};
export const LEVELS = [0.3, 0.6, 1];

/**
 * The voice activity detector against the echo of the avatar; beside it, on the same sound, the same detector that is not told
 * what the avatar says. `args`: minutes of each cell (2 by default), `tuning` or
 * `held-out` for one of the two sets only, and names of echo paths for those only.
 */
export async function run(args: string[], report: Report): Promise<void> {
  const minutes = Number(args.find((arg) => Number(arg) > 0) ?? 2);
  const only = args.filter((arg) => arg === 'tuning' || arg === 'held-out');
  const ways = args.filter((arg) => arg in WAYS);
  for (const split of ['tuning', 'held-out'] as const) {
    if (only.length > 0 && !only.includes(split)) continue;
    runSplit(split, await recordSpeakers(split), minutes, ways.length > 0 ? ways : Object.keys(WAYS), report);
  }
}

function runSplit(split: Split, speakers: Speakers, minutes: number, ways: string[], report: Report): void {
  let seed = split === 'tuning' ? 1 : 1_000_000;
  const speaking: (string | number)[][] = [];
  const silent: (string | number)[][] = [];
  let falseStarts = 0;
  let untoldStarts = 0;
  let avatarSeconds = 0;
  for (const [name, way] of Object.entries(WAYS)) {
    const row: (string | number)[] = [name];
    const endDelays: number[] = [];
    for (const userLevel of [0, ...LEVELS]) {
      const scene = { ...way, userLevel, seed: seed++, seconds: 60 * minutes };
      if (!ways.includes(name)) continue;
      const rendered = render(scene, speakers);
      const heard = listen(rendered);
      const untold = listen(rendered, false).falseAtMs.length;
      untoldStarts += untold;
      if (process.env.TRACE) {
        console.log(
          name,
          userLevel,
          scene.seed,
          'false',
          heard.falseAtMs,
          'delays',
          heard.delaysMs.join(' '),
        );
      }
      if (userLevel === 0) {
        const hours = heard.avatarSeconds / 3600;
        silent.push([name, String(heard.falseAtMs.length), String(untold), (60 * hours).toFixed(1)]);
      } else {
        const sorted = heard.delaysMs.toSorted((a, b) => a - b);
        row.push(
          String(sorted.length),
          quantile(sorted, 0.5),
          quantile(sorted, 0.9),
          String(missesOf(sorted)),
          String(heard.falseAtMs.length),
        );
        endDelays.push(...heard.endDelaysMs);
      }
      falseStarts += heard.falseAtMs.length;
      avatarSeconds += heard.avatarSeconds;
    }
    if (!ways.includes(name)) continue;
    endDelays.sort((a, b) => a - b);
    row.push(quantile(endDelays, 0.5), quantile(endDelays, 0.9));
    speaking.push(row);
  }
  report.heading(`${split}: nobody speaks`);
  report.table([['way', 'false starts', 'not told (yardstick)', 'minutes of avatar speech'], ...silent]);
  report.text(
    `With the scenes below: ${falseStarts} false starts in ${(avatarSeconds / 60).toFixed(0)} minutes of avatar speech, ${untoldStarts} where the detector is not told what the avatar says: ${(falseStarts / untoldStarts).toFixed(3)} of them`,
  );
  report.heading(`${split}: the user speaks over the avatar, at three levels; from onset to report, ms`);
  const columns = LEVELS.flatMap((level) => [`n at ${level}`, 'median', 'p90', 'missed', 'false']);
  report.table([['way', ...columns, 'end: median', 'p90'], ...speaking]);
}

const quantile = (sorted: number[], share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? '-';
const missesOf = (delays: number[]) => delays.filter((delay) => delay === Number.POSITIVE_INFINITY).length;
