import { VISEMES, type Viseme } from '../faces/face.ts';
import { clamp } from '../lib/clamp.ts';
import type { TimedPhone } from '../voices/voice.ts';

/**
 * How a phoneme shapes the mouth. Two visemes make a diphthong; `strength` is how firmly it keeps its shape against
 * its neighbours (a `p` must close the lips, an `h` takes the shape of the vowel that follows); `reachMs` is how far
 * the shape spreads over time (rounding begins early); of a weak vowel, the rest of `fullness` is a mouth at rest; a
 * shape is held for `leastMs` at least. The mouth is on its way still when a short vowel ends and `fallsShort`.
 */
interface Shape {
  visemes: readonly [Viseme] | readonly [Viseme, Viseme];
  strength: number;
  reachMs: number;
  fullness?: number;
  leastMs?: number;
  fallsShort?: boolean;
}

/** Together with the time that it reaches beyond its sound, a closure is then seen for 80 ms: two frames at 25 a second. */
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

/** Fullness of a schwa, which has the shape of an `e`, and of any other vowel that carries no stress. */
const WEAK = 0.45;
const UNSTRESSED = 0.7;

/** The CMU set as flite prints it, in lower case. */
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

/** Share of a diphthong's time that its first part takes: the longer one. */
const DIPHTHONG_SPLIT = 0.55;

/** How full a vowel of `ms` is, and from which time on a vowel reaches its shape. */
const SHORT = { fullness: 0.72, ms: 40, fullMs: 100 };

/** A span of time with one viseme. */
export interface VisemeSpan {
  viseme: number;
  startMs: number;
  endMs: number;
  strength: number;
  reachMs: number;
  /** 0..1 of the viseme; the rest is silence. */
  fullness: number;
}

/** Turns phones, whose times count from their chunk's start, into spans that count from `offsetMs`. */
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

/** Share of the time that a short closure lacks which it takes from the span before: lips meet early, and part in time. */
const TAKEN_BEFORE = 0.85;
/** Share of its own time that a neighbour gives at most. */
const GIVES_WAY = 0.5;

/** Gives a span time of its neighbours, so that it takes `leastMs` where they have that. */
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
 * The weights of a moment: each span counts by its strength, in full within itself and fading outside over its
 * reach (after Cohen and Massaro's dominance functions), so that neighbouring sounds blend and firm ones hold.
 * `spans` are ordered in time; `hint` is where the search begins. Returns the index of the span at hand.
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
    // Short sounds do not reach their target against long neighbours, but closures must.
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
