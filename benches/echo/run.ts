import type { Bench } from '../support/bench.ts';
import { type Row, summarize } from '../support/report.ts';
import type { DelayStep } from './echo-path.ts';
import { type Heard, listen, render, type Scene } from './scene.ts';
import { recordSpeakers, type Split } from './speakers.ts';

const JUMPING: DelayStep[] = [
  { atMs: 0, delayMs: 200 },
  { atMs: 12_000, delayMs: 600 },
  { atMs: 24_000, delayMs: 250 },
  { atMs: 34_000, delayMs: 900 },
  { atMs: 46_000, delayMs: 300 },
];
const steady = (delayMs: number): Pick<Scene, 'delays'> => ({ delays: [{ atMs: 0, delayMs }] });
/** Values of most echo paths. */
const USUAL = { gain: 0.3, noise: 0.001, roomMs: 300 };

const WAYS: Record<string, Omit<Scene, 'seed' | 'seconds'>> = {
  'no echo': { gain: 0, noise: 0.0005, ...steady(0) },
  'no echo, noisy room': { gain: 0, noise: 0.006, ...steady(0) },
  'no echo, at the start': { gain: 0, noise: 0.001, atTheStart: true, ...steady(0) },
  'what a client leaves': { ...USUAL, cancels: true, ...steady(180) },
  'gain 0.05': { ...USUAL, gain: 0.05, ...steady(330) },
  'gain 0.3': { ...USUAL, ...steady(120) },
  'gain 0.3, no room': { gain: 0.3, noise: 0.0005, ...steady(60) },
  'gain 0.3, at the start': { ...USUAL, atTheStart: true, ...steady(270) },
  'gain 0.3, clock +100 ppm': { ...USUAL, clockPpm: 100, ...steady(450) },
  'gain 0.3, clock -100 ppm': { ...USUAL, clockPpm: -100, ...steady(210) },
  'gain 0.3, loudspeaker clips': { ...USUAL, clips: true, ...steady(300) },
  'gain 0.3, delay jumps': { ...USUAL, delays: JUMPING },
  'gain 0.3, delay drifts': { ...USUAL, delays: JUMPING, squeeze: true },
  'gain 0.3, echo after 10 s': { ...USUAL, echoFromMs: 10_000, ...steady(320) },
  'gain 0.7': { ...USUAL, gain: 0.7, roomMs: 450, ...steady(240) },
  'gain 0.3, quiet music': { ...USUAL, music: 0.01, ...steady(160) },
  'gain 0.3, worker stalls': { ...USUAL, breaks: true, ...steady(230) },
};
/** Levels of the user's voice; 0 means that nobody speaks. */
const LEVELS = [0, 0.3, 0.6, 1];
const SPLITS: readonly Split[] = ['tuning', 'held-out'];

interface Told {
  way: string;
  level: number;
  heard: Heard;
  /** False starts of the same detector on the same audio, without knowledge of the avatar's audio. */
  untold: number;
}

/** Measures `minutes` of audio for each cell. */
export async function run({ options, report }: Bench): Promise<void> {
  const { minutes, set, way: wanted } = options({ minutes: 2, set: '', way: '' });
  for (const split of SPLITS.filter((each) => !set || each === set)) {
    const speakers = await recordSpeakers(split);
    // A scene's seed depends on its place among all scenes, whichever are selected.
    let seed = split === 'tuning' ? 1 : 1_000_000;
    const told: Told[] = [];
    for (const [way, scene] of Object.entries(WAYS)) {
      for (const level of LEVELS) {
        const own = { ...scene, userLevel: level, seed: seed++, seconds: 60 * minutes };
        if (wanted && way !== wanted) continue;
        const rendered = render(own, speakers);
        const untold = listen(rendered, false).falseAtMs.length;
        told.push({ way, level, heard: listen(rendered), untold });
      }
    }
    const silent = told.filter(({ level }) => level === 0);
    report.heading(`${split}: nobody speaks`);
    report.table([
      ['way', 'false starts', 'not told (yardstick)', 'minutes of avatar speech'],
      ...silent.map(({ way, heard, untold }) => [
        way,
        String(heard.falseAtMs.length),
        String(untold),
        (heard.avatarSeconds / 60).toFixed(1),
      ]),
    ]);
    const sum = (of: (each: Told) => number) => told.reduce((all, each) => all + of(each), 0);
    const [falseStarts, untold] = [sum(({ heard }) => heard.falseAtMs.length), sum((each) => each.untold)];
    report.text(
      `With the scenes below: ${falseStarts} false starts in ${(sum(({ heard }) => heard.avatarSeconds) / 60).toFixed(0)} minutes of avatar speech, ${untold} where the detector is not told what the avatar says: ${(falseStarts / untold).toFixed(3)} of them.`,
    );
    report.heading(`${split}: the user speaks over the avatar, at three levels; from onset to report, ms`);
    const columns = LEVELS.slice(1).flatMap((level) => [`n at ${level}`, 'median', 'p95', 'missed', 'false']);
    report.table([
      ['way', ...columns, 'end: median', 'p95'],
      ...silent.map(({ way }) => {
        const spoken = told.filter((each) => each.way === way && each.level > 0);
        const ends = summarize(spoken.flatMap(({ heard }) => heard.endDelaysMs));
        return [way, ...spoken.flatMap(({ heard }) => delaysOf(heard)), ends.median, ends.p95];
      }),
    ]);
  }
}

/** Speech that was not detected while it lasted counts as missed; the delays are those of the rest. */
function delaysOf({ delaysMs, falseAtMs }: Heard): Row {
  const { n, median, p95 } = summarize(delaysMs);
  return [String(delaysMs.length), median, p95, String(delaysMs.length - n), String(falseAtMs.length)];
}
