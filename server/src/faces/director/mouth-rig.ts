import { clamp } from '../../lib/clamp.ts';
import { VISEMES, type Viseme } from '../face.ts';
import { MOUTH_KEYS, type MouthPose, REST_MOUTH } from './face-pose.ts';

const SHAPES: Record<Viseme, Partial<MouthPose>> = {
  sil: {},
  PP: { jaw: 0.02, press: 0.9 },
  FF: { open: 0.12, jaw: 0.1, bite: 1, teeth: 0.6, upper: 0.5, press: 0.2 },
  TH: { open: 0.24, jaw: 0.18, tongueOut: 1, teeth: 0.4 },
  DD: { open: 0.22, jaw: 0.16, tongue: 0.7, teeth: 0.5, widen: 0.1 },
  kk: { open: 0.3, jaw: 0.25, widen: 0.1 },
  CH: { open: 0.26, jaw: 0.14, round: 0.55, teeth: 1, upper: 0.7 },
  SS: { open: 0.17, jaw: 0.06, widen: 0.5, teeth: 1, upper: 0.4 },
  nn: { open: 0.18, jaw: 0.14, tongue: 0.8, teeth: 0.3 },
  RR: { open: 0.26, jaw: 0.2, round: 0.5, tongue: 0.3 },
  aa: { open: 0.7, jaw: 0.72, widen: 0.15 },
  E: { open: 0.36, jaw: 0.34, widen: 0.4, teeth: 0.4 },
  I: { open: 0.25, jaw: 0.18, widen: 0.7, teeth: 0.6 },
  O: { open: 0.48, jaw: 0.48, round: 0.72 },
  U: { open: 0.3, jaw: 0.26, round: 1 },
};

/** Blended weights never reach a pure shape; without the gain speech looks mumbled. */
const GAIN = 1.25;

/**
 * Sounds that need a certain position of the lips (p, b, m; f, v; oo, w): blended with their neighbours, the lips would
 * never meet or be round. From one weight on they begin to move there, at another they have reached it.
 */
const FIRM = {
  closed: (['PP', 'FF'] as const).map((viseme) => ({
    at: VISEMES.indexOf(viseme),
    open: SHAPES[viseme].open ?? 0,
  })),
  closedFrom: 0.3,
  closedFully: 0.55,
  round: VISEMES.indexOf('U'),
  roundFrom: 0.12,
  roundFully: 0.4,
};

const TABLE = VISEMES.map((viseme) => MOUTH_KEYS.map((key) => SHAPES[viseme][key] ?? 0));

const OPEN = MOUTH_KEYS.indexOf('open');
const ROUND = MOUTH_KEYS.indexOf('round');

/** How wide mouths open for a whisper and for the loudest voice, beside an ordinary one, whose loudness is `ORDINARY`. */
const QUIET = 0.7;
const LOUD = 1.2;
const ORDINARY = 0.6;
/** Seconds in which the width of openings follows the loudness: that of words, and not of their sounds. */
const LOUDNESS_SECONDS = 0.35;

/** Time constants in seconds: lips meet fastest, the jaw is heavy, and an opening closes within 100 ms. */
function timeConstant(key: keyof MouthPose, rising: boolean, firm: number): number {
  if (key === 'press') return 0.018;
  if (key === 'open') return rising ? 0.03 : 0.027 - 0.015 * firm;
  if (key === 'round') return rising ? 0.025 : 0.04;
  if (key === 'jaw') return rising ? 0.045 : 0.036;
  return 0.035;
}

/** Follows viseme weights with the inertia of lips and jaw. */
export class MouthRig {
  readonly pose: MouthPose = { ...REST_MOUTH };
  /** 0 at rest .. 1 while visemes come; the more, the less expressions shape the mouth. */
  activity = 0;
  /** 0..1: how far a firm sound determines the lips. */
  firm = 0;
  #loudness = ORDINARY;

  /** `energy`: loudness of the speech, 0..1. */
  step(visemes: Float32Array | null, seconds: number, energy = ORDINARY): MouthPose {
    const heard = visemes ? energy : ORDINARY;
    this.#loudness += (heard - this.#loudness) * (1 - Math.exp(-seconds / LOUDNESS_SECONDS));
    const strength =
      this.#loudness < ORDINARY
        ? QUIET + (1 - QUIET) * (this.#loudness / ORDINARY)
        : 1 + (LOUD - 1) * ((this.#loudness - ORDINARY) / (1 - ORDINARY));
    const target = MOUTH_KEYS.map(() => 0);
    this.firm = 0;
    if (visemes) {
      for (let v = 0; v < TABLE.length; v++) {
        const weight = visemes[v]!;
        if (weight > 0.01) for (let k = 0; k < target.length; k++) target[k]! += TABLE[v]![k]! * weight;
      }
      const { closed, closedFrom, closedFully, round, roundFrom, roundFully } = FIRM;
      for (const { at, open } of closed) {
        const share = clamp((visemes[at]! - closedFrom) / (closedFully - closedFrom));
        target[OPEN]! += (Math.min(target[OPEN]!, open) - target[OPEN]!) * share;
        this.firm = Math.max(this.firm, share);
      }
      const share = clamp((visemes[round]! - roundFrom) / (roundFully - roundFrom));
      target[ROUND] = Math.max(target[ROUND]!, share);
    }
    MOUTH_KEYS.forEach((key, k) => {
      const spoken = key === 'open' || key === 'jaw' ? GAIN * strength : GAIN;
      const goal = Math.min(1.05, target[k]! * spoken);
      const now = this.pose[key];
      this.pose[key] =
        now + (goal - now) * (1 - Math.exp(-seconds / timeConstant(key, goal > now, this.firm)));
    });
    const speaking = visemes ? 1 : 0;
    this.activity += (speaking - this.activity) * (1 - Math.exp(-seconds / 0.09));
    return this.pose;
  }
}
