import { clamp } from '../../lib/clamp.ts';
import { VISEMES, type Viseme } from '../face.ts';
import { BLEND_SHAPES, type BlendShape, expandWeights, type ShorthandWeights } from './blend-shapes.ts';
import { type Habits, NO_HABITS } from './habits.ts';

/**
 * How each sound shapes mouth and tongue. Vowels open the jaw, which is nearly closed for consonants. The lips part
 * less than the jaw, the upper lip least.
 */
const VISEME_SHAPES: Record<Viseme, ShorthandWeights & { tongueUp?: number }> = {
  sil: {},
  PP: { mouthPress: 0.42, mouthRollLower: 0.28, mouthRollUpper: 0.2, mouthShrugLower: 0.16 },
  FF: { jawOpen: 0.0705, mouthRollLower: 0.72, mouthShrugLower: 0.12, mouthUpperUp: 0.22 },
  TH: { jawOpen: 0.12, mouthLowerDown: 0.27, mouthUpperUp: 0.28, tongueOut: 0.9 },
  DD: { jawOpen: 0.1, mouthLowerDown: 0.3, mouthUpperUp: 0.3, tongueUp: 0.9, tongueOut: 0.1 },
  kk: { jawOpen: 0.16, mouthLowerDown: 0.14, mouthUpperUp: 0.28, mouthStretch: 0.1 },
  CH: { jawOpen: 0.05, mouthFunnel: 0.42, mouthPucker: 0.12, mouthLowerDown: 0.26, mouthUpperUp: 0.2 },
  SS: { jawOpen: 0.02, mouthStretch: 0.25, mouthLowerDown: 0.52, mouthUpperUp: 0.4, cheekSquint: 0.06 },
  nn: { jawOpen: 0.12, mouthLowerDown: 0.24, mouthUpperUp: 0.28, tongueUp: 1, tongueOut: 0.15 },
  RR: { jawOpen: 0.08, mouthFunnel: 0.3, mouthPucker: 0.26, tongueUp: 0.3 },
  aa: { jawOpen: 0.42, mouthLowerDown: 0.16, mouthUpperUp: 0.32, mouthFunnel: 0.04 },
  E: { jawOpen: 0.26, mouthStretch: 0.26, mouthUpperUp: 0.36, mouthLowerDown: 0.14, cheekSquint: 0.08 },
  I: { jawOpen: 0.12, mouthStretch: 0.34, mouthUpperUp: 0.38, mouthLowerDown: 0.18, cheekSquint: 0.12 },
  O: { jawOpen: 0.26, mouthFunnel: 0.26, mouthPucker: 0.4, mouthUpperUp: 0.06 },
  U: { jawOpen: 0.09, mouthPucker: 0.78, mouthFunnel: 0.16 },
};

/** A part of the face that speech moves. */
export type SpeechShape = BlendShape | 'tongueUp';
const TABLE = VISEMES.map((viseme) => {
  const { tongueUp = 0, ...row } = VISEME_SHAPES[viseme];
  return { ...expandWeights(row), tongueUp } as Partial<Record<SpeechShape, number>>;
});
export const SPEECH_SHAPES: readonly SpeechShape[] = [
  ...BLEND_SHAPES.filter((shape) => TABLE.some((row) => row[shape])),
  'tongueUp',
];
const ROWS = TABLE.map((row) => SPEECH_SHAPES.map((key) => row[key] ?? 0));

/** Blended weights never reach a pure shape; without this gain, speech looks mumbled. */
const GAIN = 1.15;

/**
 * Sounds that need a certain position of the lips (p, b, m; f, v; oo, w). Blended with their neighbours, the lips would
 * never close or be round. The lips start to move at one weight and reach the position at another.
 */
const CONSTRAINTS = {
  closed: [VISEMES.indexOf('PP'), VISEMES.indexOf('FF')],
  closedFrom: 0.3,
  closedAt: 0.55,
  round: VISEMES.indexOf('U'),
  roundFrom: 0.06,
  roundAt: 0.2,
};
const JAW = SPEECH_SHAPES.indexOf('jawOpen');
/** Indices in `SPEECH_SHAPES` of the blend shapes with which speech parts the lips, besides the jaw. */
const LIP_PARTING = SPEECH_SHAPES.flatMap((key, k) =>
  /^mouth(LowerDown|UpperUp|Funnel|Roll)/.test(key) ? [k] : [],
);
/** For each shape, 1 if a lean of the mouth to the left strengthens it, -1 if it weakens it. */
const LEAN_SIGNS = SPEECH_SHAPES.map((key) =>
  /^mouth(LowerDown|UpperUp|Stretch)/.test(key) ? (key.endsWith('Left') ? 1 : -1) : 0,
);
const LIP_ROUNDING = SPEECH_SHAPES.flatMap((key, k) => (/^mouth(Pucker|Funnel)/.test(key) ? [k] : []));

/** Closed lips stay closed at least this long, however short the sound was; less would not be visible. */
const MIN_CLOSED_SECONDS = 0.08;
/** The jaw's maximum speed in weight per second, because it is heavy. If speech is cut off, it closes at this speed. */
const JAW_SPEED = { opening: 3.5, closing: 4 };

/** How wide the mouth opens for a whisper and for the loudest voice, relative to one of `AVERAGE`. */
const QUIET_OPENING = 0.7;
const LOUD_OPENING = 1.12;
const AVERAGE = 0.6;
/** The time constant in seconds with which the opening follows the loudness: of words, not of single sounds. */
const LOUDNESS_SECONDS = 0.35;
/** The same for a syllable. One that is weaker than its neighbours opens the mouth less. */
const SYLLABLE_SECONDS = 0.08;
const STRESS = { gain: 2.5, min: 0.55, max: 1.12 };
/** The random variation of how wide syllables open the mouth, and of how far they lean to a side. */
const SYLLABLE_SIZE = { min: 0.84, range: 0.32 };
const SYLLABLE_LEAN = 0.14;
/** The maximum size of an opening relative to an ordinary one, whatever makes it wider. */
const MAX_OPENING = 1.16;
/** A syllable begins when the jaw's target, having fallen far enough below a maximum, rises this far again. */
const SYLLABLE_START = { rise: 1.25, min: 0.02, fall: 0.8 };

/** Time constants in seconds: lips close fastest, the jaw is heavy, and an opening closes within 100 ms. */
const CLOSING_SECONDS = 0.018;
const TIME_CONSTANTS = SPEECH_SHAPES.map((_, k) => {
  if (k === JAW) return { rising: 0.03, falling: 0.028 };
  if (LIP_ROUNDING.includes(k)) return { rising: 0.025, falling: 0.038 };
  return LIP_PARTING.includes(k) ? { rising: 0.03, falling: 0.027 } : { rising: 0.035, falling: 0.035 };
});

/** Follows viseme weights with the inertia of lips and jaw. */
export class MouthRig {
  readonly pose: Record<SpeechShape, number> = Object.fromEntries([
    ...SPEECH_SHAPES.map((key) => [key, 0]),
    ['mouthClose', 0],
  ]);
  /** 0 at rest, up to 1 while there are visemes. The higher it is, the less expressions shape the mouth. */
  activity = 0;
  /** How far a sound that needs a certain position of the lips determines them, 0 to 1. */
  lipConstraint = 0;
  #loudness = AVERAGE;
  #syllableLoudness = AVERAGE;
  readonly #habits: Habits;
  readonly #random: () => number;
  /** The current syllable's relative size, and how much more the mouth moves on its left. */
  #syllableSize = 1;
  #syllableLean: number;
  /** Whether the jaw's target is rising, and its maximum or minimum since it turned. */
  #isJawRising = false;
  #jawExtreme = 0;
  /** How long each sound that closes the lips has closed them, in seconds. A mouth at rest was closed before. */
  readonly #closedForSeconds = CONSTRAINTS.closed.map(() => MIN_CLOSED_SECONDS);

  /** `random` returns numbers in [0, 1), which vary the syllables. */
  constructor(habits: Habits = NO_HABITS, random: () => number = () => 0.5) {
    this.#habits = habits;
    this.#random = random;
    this.#syllableLean = habits.lean;
  }

  /** `energy` is the loudness of the speech, 0 to 1. */
  step(visemes: Float32Array | null, seconds: number, energy = AVERAGE): Record<SpeechShape, number> {
    const loudness = visemes ? energy : AVERAGE;
    this.#loudness += (loudness - this.#loudness) * (1 - Math.exp(-seconds / LOUDNESS_SECONDS));
    this.#syllableLoudness +=
      (loudness - this.#syllableLoudness) * (1 - Math.exp(-seconds / SYLLABLE_SECONDS));
    const voiceOpening =
      this.#loudness < AVERAGE
        ? QUIET_OPENING + (1 - QUIET_OPENING) * (this.#loudness / AVERAGE)
        : 1 + (LOUD_OPENING - 1) * ((this.#loudness - AVERAGE) / (1 - AVERAGE));
    const strength =
      voiceOpening *
      clamp(1 + STRESS.gain * (this.#syllableLoudness - this.#loudness), STRESS.min, STRESS.max);
    const target = SPEECH_SHAPES.map(() => 0);
    let [constraint, jaw] = [0, 0];
    const minStep = visemes ? -JAW_SPEED.closing * seconds : -1;
    if (visemes) {
      ROWS.forEach((row, v) => {
        const weight = visemes[v]!;
        if (weight > 0.01) for (let k = 0; k < target.length; k++) target[k]! += row[k]! * weight;
      });
      const { closed, closedFrom, closedAt, roundFrom, roundAt } = CONSTRAINTS;
      closed.forEach((at, i) => {
        const heard = clamp((visemes[at]! - closedFrom) / (closedAt - closedFrom));
        const closedForSeconds = this.#closedForSeconds[i]!;
        const isHeld = heard === 1 || (closedForSeconds > 0 && closedForSeconds < MIN_CLOSED_SECONDS);
        this.#closedForSeconds[i] = isHeld ? closedForSeconds + seconds : heard > 0 ? closedForSeconds : 0;
        const share = isHeld ? 1 : heard;
        for (const k of LIP_PARTING) target[k]! += (ROWS[at]![k]! - target[k]!) * share;
        if (share > constraint) [constraint, jaw] = [share, ROWS[at]![JAW]!];
      });
      const round = clamp((visemes[CONSTRAINTS.round]! - roundFrom) / (roundAt - roundFrom));
      for (const k of LIP_ROUNDING) target[k] = Math.max(target[k]!, ROWS[CONSTRAINTS.round]![k]! * round);
    } else this.#closedForSeconds.fill(MIN_CLOSED_SECONDS);
    this.#varySyllables(target[JAW]!);
    // Randomness makes vowels wider or narrower. It does not affect sounds that need a position, or the lips of hisses.
    const jawGain = Math.min(MAX_OPENING, strength * (1 + (this.#syllableSize - 1) * (1 - constraint)));
    this.lipConstraint += (constraint - this.lipConstraint) * (1 - Math.exp(-seconds / CLOSING_SECONDS));
    SPEECH_SHAPES.forEach((key, k) => {
      const gain = GAIN * (1 + LEAN_SIGNS[k]! * this.#syllableLean);
      const wide = k === JAW ? jawGain : LIP_PARTING.includes(k) ? strength : 1;
      const goal = Math.min(1, target[k]! * gain * wide);
      const now = this.pose[key];
      const { rising, falling } = TIME_CONSTANTS[k]!;
      const timeConstant =
        LIP_PARTING.includes(k) && constraint > 0 ? CLOSING_SECONDS : goal > now ? rising : falling;
      const change = (goal - now) * (1 - Math.exp(-seconds / timeConstant));
      this.pose[key] = now + (k === JAW ? clamp(change, minStep, JAW_SPEED.opening * seconds) : change);
    });
    // The jaw is heavier than the lips, which close regardless of it.
    this.pose.mouthClose = this.lipConstraint * Math.max(0, this.pose.jawOpen - jaw * GAIN * jawGain);
    const speaking = visemes ? 1 : 0;
    this.activity += (speaking - this.activity) * (1 - Math.exp(-seconds / 0.09));
    return this.pose;
  }

  /** Gives each syllable a size and a lean of its own. `goal` is how far its sounds open the jaw. */
  #varySyllables(goal: number): void {
    if (this.#isJawRising) {
      this.#jawExtreme = Math.max(this.#jawExtreme, goal);
      if (goal > this.#jawExtreme * SYLLABLE_START.fall) return;
    } else {
      this.#jawExtreme = Math.min(this.#jawExtreme, goal);
      if (goal < this.#jawExtreme * SYLLABLE_START.rise + SYLLABLE_START.min) return;
      this.#syllableSize = SYLLABLE_SIZE.min + SYLLABLE_SIZE.range * this.#random();
      this.#syllableLean = this.#habits.lean + SYLLABLE_LEAN * (this.#random() - 0.5);
    }
    this.#isJawRising = !this.#isJawRising;
    this.#jawExtreme = goal;
  }
}
