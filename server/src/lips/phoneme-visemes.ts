import { VISEMES, type Viseme } from '../faces/face.ts';
import { clamp } from '../lib/clamp.ts';
import type { TimedPhone } from '../voices/voice.ts';

/**
 * How a phoneme shapes the mouth. Two visemes form a diphthong. `strength` is how firmly it keeps its shape against its
 * neighbours (a `p` must close the lips, an `h` takes the shape of the following vowel). `reachMs` is how far the shape
 * extends over time (rounding begins early). For a weak vowel, `fullness` is its share, the rest being a mouth at rest.
 * A shape is held for at least `leastMs`. With `fallsShort`, a short vowel ends before the mouth reaches its shape.
 */
interface Shape {
  visemes: readonly [Viseme] | readonly [Viseme, Viseme];
  strength: number;
  reachMs: number;
  fullness?: number;
  leastMs?: number;
  fallsShort?: boolean;
}

/** With the time that it extends beyond its sound, a closure is visible for 80 ms: two frames at 25 per second. */
const CLOSURE_MS = 50;
const closure = (viseme: Viseme): Shape => ({
  visemes: [viseme],
  strength: 3,
  reachMs: 35,
  leastMs: CLOSURE_MS,
});
const narrow = (viseme: Viseme): Shape => ({ visemes: [viseme], strength: 1.2, reachMs: 45 });
const weak = (viseme: Viseme): Shape => ({ visemes: [viseme], strength: 0.6, reachMs: 40 });
const vowel = (...visemes: [Viseme] | [Viseme, Viseme]): Shape => ({
  visemes,
  strength: 1,
  reachMs: 60,
  fallsShort: true,
});
const reduced = (viseme: Viseme, fullness: number): Shape => ({
  visemes: [viseme],
  strength: 0.7,
  reachMs: 50,
  fullness,
});
const rounded = (...visemes: [Viseme] | [Viseme, Viseme]): Shape => ({ visemes, strength: 1.3, reachMs: 80 });

/** The fullness of a schwa, which has the shape of an `e`, and of any other unstressed vowel. */
const WEAK = 0.45;
const UNSTRESSED = 0.7;

/** The CMU phones as flite prints them, in lower case. */
const PHONES: readonly (readonly [phones: string, shape: Shape])[] = [
  ['pau', { visemes: ['sil'], strength: 1, reachMs: 60 }],
  ['p b m em', closure('PP')],
  ['f v', closure('FF')],
  ['th dh', narrow('TH')],
  ['t d dx', weak('DD')],
  ['k g ng', weak('kk')],
  ['hh', { visemes: ['E'], strength: 0.25, reachMs: 40 }],
  ['ch jh sh zh', rounded('CH')],
  ['s z', narrow('SS')],
  ['n l en el', weak('nn')],
  ['r er axr', rounded('RR')],
  ['aa ae', vowel('aa')],
  ['ah', { ...vowel('aa'), fullness: 0.75 }],
  ['ax', reduced('E', WEAK)],
  ['eh', vowel('E')],
  ['ey', vowel('E', 'I')],
  ['ih iy', vowel('I')],
  ['y', narrow('I')],
  ['ao', rounded('O')],
  ['ow', rounded('O', 'U')],
  ['oy', rounded('O', 'I')],
  ['uh uw w', rounded('U')],
  ['aw', vowel('aa', 'U')],
  ['ay', vowel('aa', 'I')],
];
const SHAPES = new Map(
  PHONES.flatMap(([phones, shape]) => phones.split(' ').map((phone) => [phone, shape] as const)),
);
const UNKNOWN: Shape = vowel('E');

/** The fraction of a diphthong's time that its first part takes. */
const DIPHTHONG_SPLIT = 0.55;

/** The fullness of a vowel of `ms`, and the duration from which a vowel reaches its shape. */
const SHORT = { fullness: 0.72, ms: 40, fullMs: 100 };

/** A time span with one viseme. */
export interface VisemeSpan {
  viseme: number;
  startMs: number;
  endMs: number;
  strength: number;
  reachMs: number;
  /** The share of the viseme, 0 to 1; the rest is silence. */
  fullness: number;
}

/** Converts phones, whose times count from their chunk's start, to spans, whose times count from `offsetMs`. */
export function phoneSpans(phones: readonly TimedPhone[], offsetMs = 0): VisemeSpan[] {
  const spans: VisemeSpan[] = [];
  const short: [index: number, leastMs: number][] = [];
  let startMs = offsetMs;
  for (const { phone, endMs: end } of phones) {
    const endMs = Math.max(startMs, offsetMs + end);
    if (endMs === startMs) continue;
    const shape = SHAPES.get(phone.toLowerCase().replace(/\d$/, '')) ?? UNKNOWN;
    const { visemes, strength, reachMs, leastMs = 0 } = shape;
    const long = clamp((endMs - startMs - SHORT.ms) / (SHORT.fullMs - SHORT.ms));
    const reached = shape.fallsShort ? SHORT.fullness + (1 - SHORT.fullness) * long : 1;
    const fullness = (shape.fullness ?? 1) * (phone.endsWith('0') ? UNSTRESSED : 1) * reached;
    const middle = visemes.length === 2 ? startMs + DIPHTHONG_SPLIT * (endMs - startMs) : endMs;
    const add = (viseme: Viseme, from: number, to: number) =>
      spans.push({ viseme: VISEMES.indexOf(viseme), startMs: from, endMs: to, strength, reachMs, fullness });
    add(visemes[0], startMs, middle);
    if (visemes.length === 2) add(visemes[1], middle, endMs);
    if (endMs - startMs < leastMs) short.push([spans.length - 1, leastMs]);
    startMs = endMs;
  }
  for (const [index, leastMs] of short) lengthen(spans, index, leastMs);
  return spans;
}

/** The share of a short closure's missing time taken from the span before: lips meet early, and part in time. */
const TAKEN_BEFORE = 0.85;
/** The maximum fraction of its own time that a neighbour gives. */
const GIVES_WAY = 0.5;

/** Gives a span time of its neighbours, so that it lasts `leastMs` if they have enough. */
function lengthen(spans: readonly VisemeSpan[], index: number, leastMs: number): void {
  const span = spans[index]!;
  const [before, after] = [spans[index - 1], spans[index + 1]];
  const given = (other: VisemeSpan | undefined, ms: number) =>
    other ? Math.min(ms, (other.endMs - other.startMs) * GIVES_WAY) : 0;
  const lackingMs = leastMs - (span.endMs - span.startMs);
  const earlyMs = given(before, lackingMs * TAKEN_BEFORE);
  span.startMs -= earlyMs;
  span.endMs += given(after, lackingMs * (1 - TAKEN_BEFORE));
  if (before) before.endMs = span.startMs;
  if (after) after.startMs = span.endMs;
}

const SILENT = VISEMES.indexOf('sil');
/** Spans further away than this do not influence a moment's shape. */
const HORIZON_MS = 260;

/**
 * Computes the weights of a moment. Each span counts by its strength, fully within itself and fading outside over its
 * reach (after Cohen and Massaro's dominance functions), so that neighbouring sounds blend and firm ones hold. `spans`
 * are ordered in time; `hint` is where the search begins. Returns the index of the current span.
 */
export function blendSpans(
  spans: readonly VisemeSpan[],
  timeMs: number,
  weights: Float32Array,
  hint = 0,
): number {
  weights.fill(0);
  let at = Math.min(Math.max(hint, 0), spans.length - 1);
  while (at > 0 && spans[at]!.startMs > timeMs) at--;
  while (at < spans.length - 1 && spans[at]!.endMs <= timeMs) at++;
  let total = 0;
  const add = (span: VisemeSpan) => {
    const distance = timeMs < span.startMs ? span.startMs - timeMs : Math.max(0, timeMs - span.endMs);
    // Short sounds do not reach their target between long neighbours, but closures must.
    const length = Math.min(1, (span.endMs - span.startMs) / 50);
    const weight = span.strength * (0.5 + 0.5 * length) * Math.exp(-((distance / span.reachMs) ** 1.4) * 1.8);
    weights[span.viseme]! += weight * span.fullness;
    weights[SILENT]! += weight * (1 - span.fullness);
    total += weight;
  };
  for (let i = at; i >= 0 && timeMs - spans[i]!.endMs < HORIZON_MS; i--) add(spans[i]!);
  for (let i = at + 1; i < spans.length && spans[i]!.startMs - timeMs < HORIZON_MS; i++) add(spans[i]!);
  if (total > 0) for (let i = 0; i < weights.length; i++) weights[i]! /= total;
  return at;
}
