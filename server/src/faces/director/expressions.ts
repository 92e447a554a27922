import type { Emotion, FaceState } from '../face.ts';
import { type BlendShapeWeights, expandWeights, type ShorthandWeights } from './blend-shapes.ts';

/**
 * An expression, before small movements, speech and what a smile does to cheeks and lids are added. `gaze` has the
 * coordinates of `eyeLook`.
 */
export interface Expression {
  weights: BlendShapeWeights;
  gaze: readonly [x: number, y: number];
  yaw: number;
  pitch: number;
  roll: number;
}

const expression = (row: ShorthandWeights, rest: Partial<Omit<Expression, 'units'>> = {}): Expression => ({
  gaze: [0, 0],
  yaw: 0,
  pitch: 0,
  roll: 0,
  ...rest,
  weights: expandWeights(row),
});

const THINKING_WEIGHTS: ShorthandWeights = {
  browOuterUpLeft: 0.55,
  browInnerUp: 0.15,
  browDownRight: 0.2,
  mouthPress: 0.25,
  mouthPucker: 0.12,
  mouthRight: 0.15,
  eyeSquint: 0.2,
};

/** How far relaxed brows lie below those of the pictures, whose inner ends look worried. */
const RELAXED_BROWS = 0.18;

/** The expression of a face in each state. */
export const STATE_EXPRESSIONS: Record<FaceState, Expression> = {
  idle: expression({ mouthSmile: 0.38, eyeSquint: 0.05, browDown: RELAXED_BROWS }),
  listening: expression(
    { mouthSmile: 0.4, browInnerUp: 0.12, browOuterUp: 0.16 },
    { roll: 0.05, yaw: -0.07, pitch: 0.02 },
  ),
  thinking: expression(
    { ...THINKING_WEIGHTS, mouthSmile: 0.14 },
    { gaze: [0.62, -0.6], roll: -0.05, yaw: 0.17, pitch: -0.05 },
  ),
  speaking: expression({ mouthSmile: 0.32, eyeSquint: 0.05, browOuterUp: 0.06, browDown: RELAXED_BROWS }),
};

export const EMOTION_EXPRESSIONS: Record<Emotion, Expression> = {
  neutral: expression({ mouthSmile: 0.3, eyeSquint: 0.05, browDown: RELAXED_BROWS }),
  happy: expression(
    {
      mouthSmile: 0.95,
      eyeSquint: 0.1,
      jawOpen: 0.1,
      mouthUpperUp: 0.45,
      mouthLowerDown: 0.12,
      mouthDimple: 0.2,
      browInnerUp: 0.12,
      browOuterUp: 0.15,
    },
    { roll: 0.035, pitch: -0.02 },
  ),
  sad: expression(
    { browInnerUp: 0.95, browDown: 0.32, mouthFrown: 0.55, mouthShrugLower: 0.15, eyeBlink: 0.18 },
    { gaze: [0, 0.25], pitch: 0.1, roll: -0.04 },
  ),
  surprised: expression(
    { browInnerUp: 0.75, browOuterUp: 0.75, eyeWide: 0.7, jawOpen: 0.3, mouthFunnel: 0.15, mouthSmile: 0.15 },
    { pitch: -0.05 },
  ),
  concerned: expression(
    {
      browInnerUp: 0.75,
      browDown: 0.15,
      mouthFrown: 0.3,
      eyeSquint: 0.15,
      mouthPress: 0.12,
      mouthSmile: 0.05,
    },
    { pitch: 0.05, roll: 0.05 },
  ),
  angry: expression(
    { browDown: 0.9, eyeSquint: 0.45, mouthFrown: 0.4, mouthPress: 0.45, noseSneer: 0.25 },
    { pitch: 0.05 },
  ),
  thinking: expression(THINKING_WEIGHTS, { gaze: [0.65, -0.6], roll: -0.05, yaw: 0.16 }),
};
