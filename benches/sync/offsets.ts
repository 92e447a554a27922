import { BEEP_EVERY_MS } from './beep-engine.ts';
import { CODE_PERIOD_MS } from './time-code.ts';
import type { Seen } from './witness-page/record.ts';

export interface Offset {
  at: number;
  /** How much later the picture of a moment was seen than the sound of that moment was heard. */
  offsetMs: number;
}

/** By how much the steps of code and clock between two pictures may differ. */
const TOLERANCE_MS = 200;

/**
 * Leaves out pictures whose code agrees neither with the picture before nor with the one after: now and then the
 * capture of a tab is half of one picture and half of the next, and its code is invalid.
 */
export function withoutMisread(pictures: readonly Seen[]): Seen[] {
  const agree = (a: Seen | undefined, b: Seen | undefined) =>
    a && b && Math.abs(((b.code - a.code + CODE_PERIOD_MS) % CODE_PERIOD_MS) - (b.at - a.at)) < TOLERANCE_MS;
  return pictures.filter((each, n) => agree(pictures[n - 1], each) || agree(each, pictures[n + 1]));
}

/**
 * Ties each picture to the beep nearest to the moment that it shows. Pictures whose beep was not heard are left out.
 */
export function offsetsOf(pictures: readonly Seen[], onsets: readonly number[]): Offset[] {
  return pictures.flatMap(({ at, code }) => {
    const sinceBeep = ((code + BEEP_EVERY_MS / 2) % BEEP_EVERY_MS) - BEEP_EVERY_MS / 2;
    const beepSeenAt = at - sinceBeep;
    const offsets = onsets.map((onset) => beepSeenAt - onset);
    const nearest = offsets.reduce((a, b) => (Math.abs(b) < Math.abs(a) ? b : a), Number.POSITIVE_INFINITY);
    return Math.abs(nearest) < BEEP_EVERY_MS / 2 ? [{ at, offsetMs: nearest }] : [];
  });
}

/** Milliseconds between pictures that follow one another within an utterance. */
export function gapsOf(pictures: readonly Seen[]): number[] {
  return pictures.slice(1).flatMap(({ at, code }, n) => {
    const before = pictures[n]!;
    const step = (code - before.code + CODE_PERIOD_MS) % CODE_PERIOD_MS;
    return step < 1000 ? [at - before.at] : [];
  });
}

/** Least squares: how much `offsetMs` grows in an hour. */
export function driftPerHour(offsets: readonly Offset[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const at = mean(offsets.map((each) => each.at));
  const offset = mean(offsets.map((each) => each.offsetMs));
  const covariance = mean(offsets.map((each) => (each.at - at) * (each.offsetMs - offset)));
  const variance = mean(offsets.map((each) => (each.at - at) ** 2));
  return (covariance / variance) * 3_600_000;
}
