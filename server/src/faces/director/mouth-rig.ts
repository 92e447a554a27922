import { clamp } from '../../lib/clamp.ts';
import { VISEMES, type Viseme } from '../face.ts';
import { type Habits, NO_HABITS } from './habits.ts';
import { type Row, UNITS, type Unit, weightsOf } from './units.ts';

/**
 * How each sound shapes mouth and tongue. Vowels open the jaw, which is nearly closed for consonants. The lips part
 * less than the jaw, the upper lip least.
 */
const SHAPES: Record<Viseme, Row & { tongueUp?: number }> = {
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
export type Spoken = Unit | 'tongueUp';
const TABLE = VISEMES.map((viseme) => {
  const { tongueUp = 0, ...row } = SHAPES[viseme];
  return { ...weightsOf(row), tongueUp } as Partial<Record<Spoken, number>>;
});
export const SPOKEN: readonly Spoken[] = [
  ...UNITS.filter((unit) => TABLE.some((row) => row[unit])),
  'tongueUp',
];
const ROWS = TABLE.map((row) => SPOKEN.map((key) => row[key] ?? 0));

/** Blended weights never reach a pure shape; without this gain, speech looks mumbled. */
const GAIN = 1.15;

/**
 * Sounds that need a certain position of the lips (p, b, m; f, v; oo, w). Blended with their neighbours, the lips would
 * never close or be round. The lips start to move at one weight and reach the position at another.
 */
const FIRM = {
  closed: [VISEMES.indexOf('PP'), VISEMES.indexOf('FF')],
  closedFrom: 0.3,
  closedFully: 0.55,
  round: VISEMES.indexOf('U'),
  roundFrom: 0.06,
  roundFully: 0.2,
};
const JAW = SPOKEN.indexOf('jawOpen');
/** Indices in `SPOKEN` of the units with which speech parts the lips, besides the jaw. */
const PARTS = SPOKEN.flatMap((key, k) => (/^mouth(LowerDown|UpperUp|Funnel|Roll)/.test(key) ? [k] : []));
/** For each part, 1 if a lean of the mouth to the left strengthens it, -1 if it weakens it. */
const LEANS = SPOKEN.map((key) =>
  /^mouth(LowerDown|UpperUp|Stretch)/.test(key) ? (key.endsWith('Left') ? 1 : -1) : 0,
);
const ROUND = SPOKEN.flatMap((key, k) => (/^mouth(Pucker|Funnel)/.test(key) ? [k] : []));

/** Closed lips stay closed at least this long, however short the sound was; less would not be visible. */
const HELD_SECONDS = 0.08;
/** The jaw's maximum speed in units per second, because it is heavy. If speech is cut off, it closes at this speed. */
const JAW_SPEED = { opening: 3.5, closing: 4 };

/** How wide the mouth opens for a whisper and for the loudest voice, relative to a voice of loudness `ORDINARY`. */
const QUIET = 0.7;
const LOUD = 1.12;
const ORDINARY = 0.6;
/** The time constant in seconds with which the opening follows the loudness: of words, not of single sounds. */
const LOUDNESS_SECONDS = 0.35;
/** The same for a syllable. One that is weaker than its neighbours opens the mouth less. */
const SYLLABLE_SECONDS = 0.08;
const STRESS = { gain: 2.5, min: 0.55, max: 1.12 };
/** The random variation of how wide syllables open the mouth, and of how far they lean to a side. */
const SIZE = { min: 0.84, more: 0.32 };
const LEAN = 0.14;
/** The maximum size of an opening relative to an ordinary one, whatever makes it wider. */
const WIDEST = 1.16;
/** A syllable begins when the jaw's target, having fallen far enough below a maximum, rises this far again. */
const SYLLABLE = { rise: 1.25, min: 0.02, fall: 0.8 };

/** Time constants in seconds: lips close fastest, the jaw is heavy, and an opening closes within 100 ms. */
const CLOSING = 0.018;
const SECONDS = SPOKEN.map((_, k) => {
  if (k === JAW) return { rising: 0.03, falling: 0.028 };
  if (ROUND.includes(k)) return { rising: 0.025, falling: 0.038 };
  return PARTS.includes(k) ? { rising: 0.03, falling: 0.027 } : { rising: 0.035, falling: 0.035 };
});

/** Follows viseme weights with the inertia of lips and jaw. */
export class MouthRig {
  readonly pose: Record<Spoken, number> = Object.fromEntries([
    ...SPOKEN.map((key) => [key, 0]),
    ['mouthClose', 0],
  ]);
  /** 0 at rest, up to 1 while there are visemes. The higher it is, the less expressions shape the mouth. */
  activity = 0;
  /** How far a sound that needs a certain position determines the lips, 0 to 1. */
  firm = 0;
  #loudness = ORDINARY;
  #syllable = ORDINARY;
  readonly #habits: Habits;
  readonly #random: () => number;
  /** The current syllable's relative size, and how much more the mouth moves on its left. */
  #size = 1;
  #lean: number;
  /** Whether the jaw's target is rising, and its maximum or minimum since it turned. */
  #rises = false;
  #extreme = 0;
  /** How long each sound that closes the lips has closed them, in seconds. A mouth at rest was closed before. */
  readonly #shutFor = FIRM.closed.map(() => HELD_SECONDS);

  /** `random` returns numbers in [0, 1), which vary the syllables. */
  constructor(habits: Habits = NO_HABITS, random: () => number = () => 0.5) {
    this.#habits = habits;
    this.#random = random;
    this.#lean = habits.lean;
  }

  /** `energy` is the loudness of the speech, 0 to 1. */
  step(visemes: Float32Array | null, seconds: number, energy = ORDINARY): Record<Spoken, number> {
    const heard = visemes ? energy : ORDINARY;
    this.#loudness += (heard - this.#loudness) * (1 - Math.exp(-seconds / LOUDNESS_SECONDS));
    this.#syllable += (heard - this.#syllable) * (1 - Math.exp(-seconds / SYLLABLE_SECONDS));
    const ofVoice =
      this.#loudness < ORDINARY
        ? QUIET + (1 - QUIET) * (this.#loudness / ORDINARY)
        : 1 + (LOUD - 1) * ((this.#loudness - ORDINARY) / (1 - ORDINARY));
    const strength =
      ofVoice * clamp(1 + STRESS.gain * (this.#syllable - this.#loudness), STRESS.min, STRESS.max);
    const target = SPOKEN.map(() => 0);
    let [share, jaw] = [0, 0];
    const minStep = visemes ? -JAW_SPEED.closing * seconds : -1;
    if (visemes) {
      ROWS.forEach((row, v) => {
        const weight = visemes[v]!;
        if (weight > 0.01) for (let k = 0; k < target.length; k++) target[k]! += row[k]! * weight;
      });
      const { closed, closedFrom, closedFully, roundFrom, roundFully } = FIRM;
      closed.forEach((at, i) => {
        const heard = clamp((visemes[at]! - closedFrom) / (closedFully - closedFrom));
        const shutFor = this.#shutFor[i]!;
        const isHeld = heard === 1 || (shutFor > 0 && shutFor < HELD_SECONDS);
        this.#shutFor[i] = isHeld ? shutFor + seconds : heard > 0 ? shutFor : 0;
        const own = isHeld ? 1 : heard;
        for (const k of PARTS) target[k]! += (ROWS[at]![k]! - target[k]!) * own;
        if (own > share) [share, jaw] = [own, ROWS[at]![JAW]!];
      });
      const round = clamp((visemes[FIRM.round]! - roundFrom) / (roundFully - roundFrom));
      for (const k of ROUND) target[k] = Math.max(target[k]!, ROWS[FIRM.round]![k]! * round);
    } else this.#shutFor.fill(HELD_SECONDS);
    this.#shapeSyllables(target[JAW]!);
    // Randomness makes vowels wider or narrower. It does not affect sounds that need a position, or the lips of hisses.
    const ofJaw = Math.min(WIDEST, strength * (1 + (this.#size - 1) * (1 - share)));
    this.firm += (share - this.firm) * (1 - Math.exp(-seconds / CLOSING));
    SPOKEN.forEach((key, k) => {
      const gain = GAIN * (1 + LEANS[k]! * this.#lean);
      const wide = k === JAW ? ofJaw : PARTS.includes(k) ? strength : 1;
      const goal = Math.min(1, target[k]! * gain * wide);
      const now = this.pose[key];
      const { rising, falling } = SECONDS[k]!;
      const pace = PARTS.includes(k) && share > 0 ? CLOSING : goal > now ? rising : falling;
      const way = (goal - now) * (1 - Math.exp(-seconds / pace));
      this.pose[key] = now + (k === JAW ? clamp(way, minStep, JAW_SPEED.opening * seconds) : way);
    });
    // The jaw is heavier than the lips, which close regardless of it.
    this.pose.mouthClose = this.firm * Math.max(0, this.pose.jawOpen - jaw * GAIN * ofJaw);
    const speaking = visemes ? 1 : 0;
    this.activity += (speaking - this.activity) * (1 - Math.exp(-seconds / 0.09));
    return this.pose;
  }

  /** Gives each syllable a size and a lean of its own. `goal` is how far its sounds open the jaw. */
  #shapeSyllables(goal: number): void {
    if (this.#rises) {
      this.#extreme = Math.max(this.#extreme, goal);
      if (goal > this.#extreme * SYLLABLE.fall) return;
    } else {
      this.#extreme = Math.min(this.#extreme, goal);
      if (goal < this.#extreme * SYLLABLE.rise + SYLLABLE.min) return;
      this.#size = SIZE.min + SIZE.more * this.#random();
      this.#lean = this.#habits.lean + LEAN * (this.#random() - 0.5);
    }
    this.#rises = !this.#rises;
    this.#extreme = goal;
  }
}
