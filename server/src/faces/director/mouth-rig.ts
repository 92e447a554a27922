import { clamp } from '../../lib/clamp.ts';
import { VISEMES, type Viseme } from '../face.ts';
import { type Row, UNITS, type Unit, weightsOf } from './units.ts';

/** How each sound shapes mouth and tongue. */
const SHAPES: Record<Viseme, Row & { tongueUp?: number }> = {
  sil: {},
  PP: { mouthPress: 0.5, mouthRollLower: 0.5, mouthRollUpper: 0.45, mouthShrugLower: 0.2 },
  FF: { jawOpen: 0.0555, mouthRollLower: 0.6, mouthUpperUp: 0.45 },
  TH: { jawOpen: 0.15, mouthLowerDown: 0.22, mouthUpperUp: 0.2, tongueOut: 0.9 },
  DD: { jawOpen: 0.15, mouthLowerDown: 0.28, mouthUpperUp: 0.22, tongueUp: 0.9, tongueOut: 0.1 },
  kk: { jawOpen: 0.22, mouthLowerDown: 0.16, mouthUpperUp: 0.16, mouthStretch: 0.1 },
  CH: { jawOpen: 0.06, mouthFunnel: 0.42, mouthPucker: 0.12, mouthLowerDown: 0.26, mouthUpperUp: 0.2 },
  SS: { jawOpen: 0.02, mouthStretch: 0.25, mouthLowerDown: 0.48, mouthUpperUp: 0.38 },
  nn: { jawOpen: 0.15, mouthLowerDown: 0.22, mouthUpperUp: 0.16, tongueUp: 1, tongueOut: 0.15 },
  RR: { jawOpen: 0.11, mouthFunnel: 0.36, mouthPucker: 0.28, tongueUp: 0.3 },
  aa: { jawOpen: 0.37, mouthLowerDown: 0.2, mouthUpperUp: 0.2, mouthFunnel: 0.04 },
  E: { jawOpen: 0.25, mouthStretch: 0.26, mouthUpperUp: 0.18, mouthLowerDown: 0.18 },
  I: { jawOpen: 0.15, mouthStretch: 0.34, mouthUpperUp: 0.18, mouthLowerDown: 0.17 },
  O: { jawOpen: 0.26, mouthFunnel: 0.4, mouthPucker: 0.52 },
  U: { jawOpen: 0.13, mouthPucker: 1, mouthFunnel: 0.26 },
};

/** A part that speech moves. */
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

/** Blended weights never reach a pure shape; without the gain speech looks mumbled. */
const GAIN = 1.15;

/**
 * Sounds that need a certain position of the lips (p, b, m; f, v; oo, w): blended with their neighbours, the lips would
 * never meet or be round. From one weight on they begin to move there, at another they have reached it.
 */
const FIRM = {
  closed: [VISEMES.indexOf('PP'), VISEMES.indexOf('FF')],
  closedFrom: 0.3,
  closedFully: 0.55,
  round: VISEMES.indexOf('U'),
  roundFrom: 0.12,
  roundFully: 0.4,
};
const JAW = SPOKEN.indexOf('jawOpen');
/** Places in `SPOKEN` of the units by which speech parts the lips, beside the jaw. */
const PARTS = SPOKEN.flatMap((key, k) => (/^mouth(LowerDown|UpperUp|Funnel|Roll)/.test(key) ? [k] : []));
const ROUND = SPOKEN.flatMap((key, k) => (/^mouth(Pucker|Funnel)/.test(key) ? [k] : []));

/** Lips that have met stay so, however short the sound was: less is not seen. */
const HELD_SECONDS = 0.08;
/** Units of the jaw in a second at most, which is heavy; one whose speech is cut shuts as it can. */
const JAW_SPEED = { opening: 3.5, closing: 4 };

/** How wide mouths open for a whisper and for the loudest voice, beside an ordinary one, whose loudness is `ORDINARY`. */
const QUIET = 0.7;
const LOUD = 1.12;
const ORDINARY = 0.6;
/** Seconds in which the width of openings follows the loudness: that of words, and not of their sounds. */
const LOUDNESS_SECONDS = 0.35;
/** Likewise for a syllable; one that is weaker than those around it opens less. */
const SYLLABLE_SECONDS = 0.08;
const STRESS = { gain: 2, least: 0.6, most: 1.1 };

/** Time constants in seconds: lips meet fastest, the jaw is heavy, and an opening closes within 100 ms. */
const CLOSING = 0.018;
const SECONDS = SPOKEN.map((_, k) => {
  if (k === JAW) return { rising: 0.04, falling: 0.03 };
  if (ROUND.includes(k)) return { rising: 0.025, falling: 0.038 };
  return PARTS.includes(k) ? { rising: 0.03, falling: 0.027 } : { rising: 0.035, falling: 0.035 };
});

/** Follows viseme weights with the inertia of lips and jaw. */
export class MouthRig {
  readonly pose: Record<Spoken, number> = Object.fromEntries([
    ...SPOKEN.map((key) => [key, 0]),
    ['mouthClose', 0],
  ]);
  /** 0 at rest .. 1 while visemes come; the more, the less expressions shape the mouth. */
  activity = 0;
  /** 0..1: how far a firm sound determines the lips. */
  firm = 0;
  #loudness = ORDINARY;
  #syllable = ORDINARY;
  /** For how long the lips have been shut by each sound that shuts them, in seconds; a mouth at rest was shut before. */
  readonly #shutFor = FIRM.closed.map(() => HELD_SECONDS);

  /** `energy`: loudness of the speech, 0..1. */
  step(visemes: Float32Array | null, seconds: number, energy = ORDINARY): Record<Spoken, number> {
    const heard = visemes ? energy : ORDINARY;
    this.#loudness += (heard - this.#loudness) * (1 - Math.exp(-seconds / LOUDNESS_SECONDS));
    this.#syllable += (heard - this.#syllable) * (1 - Math.exp(-seconds / SYLLABLE_SECONDS));
    const ofVoice =
      this.#loudness < ORDINARY
        ? QUIET + (1 - QUIET) * (this.#loudness / ORDINARY)
        : 1 + (LOUD - 1) * ((this.#loudness - ORDINARY) / (1 - ORDINARY));
    const strength =
      ofVoice * clamp(1 + STRESS.gain * (this.#syllable - this.#loudness), STRESS.least, STRESS.most);
    const target = SPOKEN.map(() => 0);
    let [share, jaw] = [0, 0];
    const least = visemes ? -JAW_SPEED.closing * seconds : -1;
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
    this.firm += (share - this.firm) * (1 - Math.exp(-seconds / CLOSING));
    SPOKEN.forEach((key, k) => {
      const goal = Math.min(1, target[k]! * (k === JAW || PARTS.includes(k) ? GAIN * strength : GAIN));
      const now = this.pose[key];
      const { rising, falling } = SECONDS[k]!;
      const pace = PARTS.includes(k) && share > 0 ? CLOSING : goal > now ? rising : falling;
      const way = (goal - now) * (1 - Math.exp(-seconds / pace));
      this.pose[key] = now + (k === JAW ? clamp(way, least, JAW_SPEED.opening * seconds) : way);
    });
    // The jaw is heavier than the lips, which meet whatever it does.
    this.pose.mouthClose = this.firm * Math.max(0, this.pose.jawOpen - jaw * GAIN * strength);
    const speaking = visemes ? 1 : 0;
    this.activity += (speaking - this.activity) * (1 - Math.exp(-seconds / 0.09));
    return this.pose;
  }
}
