import { BEEP_EVERY_MS } from './beep-engine.ts';
import type { Seen } from './record.ts';
import { CODE_PERIOD_MS } from './time-code.ts';

/** Maximum difference between the steps of code and clock from one frame to the next. */
const TOLERANCE_MS = 200;

const stepBetween = (before: Seen, after: Seen) =>
  (after.code - before.code + CODE_PERIOD_MS) % CODE_PERIOD_MS;

/**
 * Removes frames whose code matches neither the previous frame nor the next one: sometimes the capture of a tab is half
 * of one frame and half of the next, and its code is invalid.
 */
export function withoutMisread(pictures: readonly Seen[]): Seen[] {
  const agree = (a: Seen | undefined, b: Seen | undefined) =>
    a && b && Math.abs(stepBetween(a, b) - (b.at - a.at)) < TOLERANCE_MS;
  return pictures.filter((each, n) => agree(pictures[n - 1], each) || agree(each, pictures[n + 1]));
}

/**
 * Returns how much later each frame was seen than the audio of the same time was heard. Each frame is matched with the
 * beep nearest to the time that it shows. Frames whose beep was not heard are omitted.
 */
export function offsetsOf(pictures: readonly Seen[], onsets: readonly number[]): number[] {
  return pictures.flatMap(({ at, code }) => {
    const sinceBeep = ((code + BEEP_EVERY_MS / 2) % BEEP_EVERY_MS) - BEEP_EVERY_MS / 2;
    const offsets = onsets.map((onset) => at - sinceBeep - onset);
    const nearest = offsets.reduce((a, b) => (Math.abs(b) < Math.abs(a) ? b : a), Number.POSITIVE_INFINITY);
    return Math.abs(nearest) < BEEP_EVERY_MS / 2 ? [nearest] : [];
  });
}

/** Returns the milliseconds between consecutive frames within an utterance. */
export function gapsOf(pictures: readonly Seen[]): number[] {
  return pictures
    .slice(1)
    .flatMap((each, n) => (stepBetween(pictures[n]!, each) < 1000 ? [each.at - pictures[n]!.at] : []));
}
