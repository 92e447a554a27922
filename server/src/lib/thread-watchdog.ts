import type { Clock } from './clock.ts';

/** Memory shared with a thread: the number of its heartbeats, and the number of its current work. */
export type ThreadWatchdog = Int32Array<SharedArrayBuffer>;

const BEAT_MS = 500;
/** Long: a low-priority thread on a busy machine may wait for seconds, and rendering a face takes more. */
const LOOK_MS = 15_000;
/** One missed check may be due to a suspended machine. */
const MAX_SILENT = 2;

export const createWatchdog = (): ThreadWatchdog => new Int32Array(new SharedArrayBuffer(8));

/** Calls `beat` now, and repeatedly as long as the calling thread's event loop runs. */
export function startHeartbeat(beat: () => void): void {
  beat();
  setInterval(beat, BEAT_MS).unref();
}

/** Counts one heartbeat. */
export function countHeartbeat(watchdog: ThreadWatchdog): void {
  Atomics.add(watchdog, 0, 1);
}

/** Called in the thread: publishes the number of its current work, until the next call. */
export function publishWork(watchdog: ThreadWatchdog, number: number): void {
  Atomics.store(watchdog, 1, number);
}

/** Returns the number that a thread published with `publishWork`; initially 0. */
export const publishedWork = (watchdog: ThreadWatchdog): number => Atomics.load(watchdog, 1);

/**
 * Calls back once the event loop of a thread or process was blocked for 30 to 45 s. Returns a function that cancels.
 */
export function watchHeartbeats(watchdog: ThreadWatchdog, clock: Clock, onStill: () => void): () => void {
  let [seen, silent] = [-1, 0];
  let cancel: () => void;
  const look = () => {
    const beats = Atomics.load(watchdog, 0);
    silent = beats === seen ? silent + 1 : 0;
    seen = beats;
    if (silent >= MAX_SILENT) onStill();
    else cancel = clock.after(LOOK_MS, look);
  };
  look();
  return () => cancel();
}
