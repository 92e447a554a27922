import { BEEP_EVERY_MS } from './beep-engine.ts';
import type { Seen } from './record.ts';
import { CODE_PERIOD_MS } from './time-code.ts';

/** By how much the steps of code and clock between two frames may differ. */
const TOLERANCE_MS = 200;

const stepBetween = (before: Seen, after: Seen) =>
  (after.code - before.code + CODE_PERIOD_MS) % CODE_PERIOD_MS;

/**
 * Leaves out pictures whose code agrees neither with the picture before nor with the one after: now and then the
 * capture of a tab is half of one picture and half of the next, and its code is invalid.
 */
export function withoutMisread(pictures: readonly Seen[]): Seen[] {
  const agree = (a: Seen | undefined, b: Seen | undefined) =>
    a && b && Math.abs(stepBetween(a, b) - (b.at - a.at)) < TOLERANCE_MS;
  return pictures.filter((each, n) => agree(pictures[n - 1], each) || agree(each, pictures[n + 1]));
}

/**
 * How much later the picture of a moment was seen than the sound of that moment was heard. Each picture is tied to the beep nearest
 * to the moment that it shows. Pictures whose beep was not heard are left out.
 */
export function offsetsOf(pictures: readonly Seen[], onsets: readonly number[]): number[] {
  return pictures.flatMap(({ at, code }) => {
    const sinceBeep = ((code + BEEP_EVERY_MS / 2) % BEEP_EVERY_MS) - BEEP_EVERY_MS / 2;
    const offsets = onsets.map((onset) => at - sinceBeep - onset);
    const nearest = offsets.reduce((a, b) => (Math.abs(b) < Math.abs(a) ? b : a), Number.POSITIVE_INFINITY);
    return Math.abs(nearest) < BEEP_EVERY_MS / 2 ? [nearest] : [];
  });
}

/** Milliseconds between pictures that follow one another within an utterance. */
export function gapsOf(pictures: readonly Seen[]): number[] {
  return pictures
    .slice(1)
    .flatMap((each, n) => (stepBetween(pictures[n]!, each) < 1000 ? [each.at - pictures[n]!.at] : []));
}
