import type { Clock } from './clock.ts';

/** Memory that a thread shares: how often its heart has beaten, and the number of what it works at. */
export type Heart = Int32Array<SharedArrayBuffer>;

const BEAT_MS = 500;
/** Seldom: a thread of low priority on a busy machine may wait for seconds, and paints a face for seconds of its own. */
const LOOK_MS = 15_000;
/** One missed beat may be that of a machine that was suspended. */
const MAX_SILENT = 2;

export const newHeart = (): Heart => new Int32Array(new SharedArrayBuffer(8));

/** Calls `beat` now, and as long as the event loop of the calling thread turns. */
export function startHeart(beat: () => void): void {
  beat();
  setInterval(beat, BEAT_MS).unref();
}

/** Counts a beat. */
export function beatIn(heart: Heart): void {
  Atomics.add(heart, 0, 1);
}

/** Called in the thread: reports the number of what it works at, until the next call. */
export function workAt(heart: Heart, number: number): void {
  Atomics.store(heart, 1, number);
}

/** Returns the number that a thread has reported with `workAt`; 0 before. */
export const workOf = (heart: Heart): number => Atomics.load(heart, 1);

/** Calls back once, when the event loop of a thread or process has stood still for 30 to 45 seconds. Returns a function that cancels. */
export function watchHeart(heart: Heart, clock: Clock, onStill: () => void): () => void {
  let [seen, silent] = [-1, 0];
  let cancel: () => void;
  const look = () => {
    const beats = Atomics.load(heart, 0);
    silent = beats === seen ? silent + 1 : 0;
    seen = beats;
    if (silent >= MAX_SILENT) onStill();
    else cancel = clock.after(LOOK_MS, look);
  };
  look();
  return () => cancel();
}
