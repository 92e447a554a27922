import type { Emotion, FaceState } from '../face.ts';
import type { FacePose } from './face-pose.ts';

type Expression = Partial<FacePose>;

/** The expression of a face in each state, before small movements and speech are added. */
export const STATE_EXPRESSIONS: Record<FaceState, Expression> = {
  idle: { smile: 0.42 },
  listening: { smile: 0.46, browLeft: 0.16, browRight: 0.2, roll: 0.05, yaw: -0.07, pitch: 0.02, wide: 0.12 },
  thinking: {
    gazeX: 0.62,
    gazeY: -0.6,
    browLeft: 0.1,
    browRight: 0.5,
    browInner: -0.12,
    smile: 0.06,
    press: 0.22,
    roll: -0.05,
    yaw: 0.17,
    pitch: -0.05,
    squint: 0.12,
  },
  speaking: { smile: 0.32, browLeft: 0.08, browRight: 0.08 },
};

export const EMOTION_EXPRESSIONS: Record<Emotion, Expression> = {
  neutral: { smile: 0.3 },
  happy: {
    smile: 1,
    squint: 0.7,
    browLeft: 0.28,
    browRight: 0.28,
    open: 0.2,
    jaw: 0.1,
    widen: 0.45,
    teeth: 1,
    upper: 0.45,
    roll: 0.035,
    pitch: -0.02,
  },
  sad: {
    smile: -0.75,
    browInner: 0.95,
    browLeft: 0.05,
    browRight: 0.05,
    gazeY: 0.3,
    pitch: 0.11,
    roll: -0.04,
    squint: 0.12,
  },
  surprised: {
    wide: 1,
    browLeft: 1,
    browRight: 1,
    open: 0.58,
    jaw: 0.5,
    round: 0.55,
    pitch: -0.06,
    smile: 0.05,
  },
  concerned: {
    browInner: 0.7,
    browLeft: 0.15,
    browRight: 0.15,
    smile: -0.28,
    squint: 0.16,
    pitch: 0.05,
    roll: 0.05,
  },
  angry: {
    browInner: -1,
    browLeft: -0.55,
    browRight: -0.55,
    squint: 0.45,
    smile: -0.45,
    press: 0.5,
    pitch: 0.06,
  },
  thinking: {
    gazeX: 0.65,
    gazeY: -0.6,
    browLeft: 0.1,
    browRight: 0.62,
    browInner: -0.15,
    smile: -0.04,
    press: 0.3,
    round: 0.12,
    roll: -0.05,
    yaw: 0.16,
    squint: 0.14,
  },
};
