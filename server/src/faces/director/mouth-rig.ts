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
  aa: { open: 0.82, jaw: 0.85, widen: 0.15 },
  E: { open: 0.48, jaw: 0.45, widen: 0.5, teeth: 0.4 },
  I: { open: 0.3, jaw: 0.2, widen: 0.8, teeth: 0.6 },
  O: { open: 0.56, jaw: 0.55, round: 0.6 },
  U: { open: 0.28, jaw: 0.28, round: 1 },
};

/** Blended weights never reach a pure shape; without the gain speech looks mumbled. */
const GAIN = 1.25;

/**
 * Sounds that need a certain position of the lips (p, b, m; f, v): blended with their neighbours, the lips would never
 * meet.
 */
const FIRM = (['PP', 'FF'] as const).map((viseme) => ({
  at: VISEMES.indexOf(viseme),
  open: SHAPES[viseme].open ?? 0,
}));
/** Weights of a firm sound from which the lips begin to move to its position, and at which they have reached it. */
const FIRM_FROM = 0.35;
const FIRM_FULLY = 0.65;

const TABLE = VISEMES.map((viseme) => MOUTH_KEYS.map((key) => SHAPES[viseme][key] ?? 0));

const OPEN = MOUTH_KEYS.indexOf('open');

/** Time constants in seconds: lips meet fastest, the jaw is heavy, and an opening closes within 100 ms. */
function timeConstant(key: keyof MouthPose, rising: boolean, firm: number): number {
  if (key === 'press') return 0.018;
  if (key === 'open') return rising ? 0.03 : 0.027 - 0.015 * firm;
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

  step(visemes: Float32Array | null, seconds: number): MouthPose {
    const target = MOUTH_KEYS.map(() => 0);
    this.firm = 0;
    if (visemes) {
      for (let v = 0; v < TABLE.length; v++) {
        const weight = visemes[v]!;
        if (weight > 0.01) for (let k = 0; k < target.length; k++) target[k]! += TABLE[v]![k]! * weight;
      }
      for (const { at, open } of FIRM) {
        const share = clamp((visemes[at]! - FIRM_FROM) / (FIRM_FULLY - FIRM_FROM));
        target[OPEN]! += (Math.min(target[OPEN]!, open) - target[OPEN]!) * share;
        this.firm = Math.max(this.firm, share);
      }
    }
    MOUTH_KEYS.forEach((key, k) => {
      const goal = Math.min(1.05, target[k]! * GAIN);
      const now = this.pose[key];
      this.pose[key] =
        now + (goal - now) * (1 - Math.exp(-seconds / timeConstant(key, goal > now, this.firm)));
    });
    const speaking = visemes ? 1 : 0;
    this.activity += (speaking - this.activity) * (1 - Math.exp(-seconds / 0.09));
    return this.pose;
  }
}

function clamp(value: number): number {
  return Math.max(0, Math.min(1, value));
}
