import { BLEND_SHAPES, type BlendShape, expandWeights } from './blend-shapes.ts';

/** Everything that a face shows at one moment: the blend shapes, each 0 to 1, and what they do not describe. */
export interface FacePose extends Record<BlendShape, number> {
  /** Radians; positive turns the face to the right of the picture. */
  yaw: number;
  /** Radians; positive looks down. */
  pitch: number;
  /** Radians; positive tilts clockwise. */
  roll: number;
  /** Shift of the head in thousandths of the picture's height. */
  shiftX: number;
  shiftY: number;
  /** -1 (breathed out) to 1 (breathed in). */
  breath: number;
  /** How far the tip of the tongue is raised behind the upper teeth, 0 to 1. */
  tongueUp: number;
  /** 0 at rest, up to 1 while speech shapes the mouth. */
  speech: number;
  /** The sideways swing of loose hair, which continues after the head stops, in thousandths of the picture's height. */
  hairSwing: number;
}

/** The `hairSwing` per radian by which the hair is behind the head. */
export const SWING = 110;

/** A friendly face at rest: with a slight smile. */
export const REST_POSE: Readonly<FacePose> = {
  ...(Object.fromEntries(BLEND_SHAPES.map((shape) => [shape, 0])) as Record<BlendShape, number>),
  ...expandWeights({ mouthSmile: 0.3 }),
  yaw: 0,
  pitch: 0,
  roll: 0,
  shiftX: 0,
  shiftY: 0,
  breath: 0,
  tongueUp: 0,
  speech: 0,
  hairSwing: 0,
};
