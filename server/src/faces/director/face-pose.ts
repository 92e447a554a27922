/** The shape of the mouth. All 0 is a closed, relaxed mouth. */
export interface MouthPose {
  /** Height of the opening, 0..1. */
  open: number;
  /** How far the jaw is down, 0..1. */
  jaw: number;
  /** Lips drawn to the sides, 0..1. */
  widen: number;
  /** Lips pushed forward and together, 0..1. */
  round: number;
  /** Lips pressed on each other, 0..1. */
  press: number;
  /** Upper lip raised, 0..1. */
  upper: number;
  /** How much of the upper teeth is shown, 0..1. */
  teeth: number;
  /** Tongue raised behind the teeth, 0..1. */
  tongue: number;
  /** Tongue between the teeth, 0..1. */
  tongueOut: number;
  /** Lower lip against the upper teeth, 0..1. */
  bite: number;
}

/** Everything a face shows at one moment. */
export interface FacePose extends MouthPose {
  /** Radians; positive turns the face to the right of the picture. */
  yaw: number;
  /** Radians; positive looks down. */
  pitch: number;
  /** Radians; positive tilts clockwise. */
  roll: number;
  /** Shift of the head in thousandths of the picture's height. */
  shiftX: number;
  shiftY: number;
  /** -1 breathed out .. 1 breathed in. */
  breath: number;
  /** -1..1: right and down are positive. */
  gazeX: number;
  gazeY: number;
  /** 0 open .. 1 shut. */
  blink: number;
  squint: number;
  /** Upper lids: -1 heavy .. 1 torn open. */
  wide: number;
  /** Brow at the left and right of the picture: -1 lowered .. 1 raised. */
  browLeft: number;
  browRight: number;
  /** Inner ends of the brows: -1 drawn down (angry) .. 1 drawn up (sad). */
  browInner: number;
  /** 0 at rest .. 1 while speech shapes the mouth. */
  speech: number;
  /** -1 corners down .. 1 broad smile. */
  smile: number;
  /** Sideways swing of loose hair, which goes on after the head has stopped, in thousandths of the height. */
  hairSwing: number;
}

/** Of `hairSwing` for each radian by which it is behind the head. */
export const SWING = 110;

export const MOUTH_KEYS = [
  'open',
  'jaw',
  'widen',
  'round',
  'press',
  'upper',
  'teeth',
  'tongue',
  'tongueOut',
  'bite',
] as const satisfies readonly (keyof MouthPose)[];

export const REST_MOUTH: Readonly<MouthPose> = {
  open: 0,
  jaw: 0,
  widen: 0,
  round: 0,
  press: 0,
  upper: 0,
  teeth: 0,
  tongue: 0,
  tongueOut: 0,
  bite: 0,
};

export const REST_POSE: Readonly<FacePose> = {
  ...REST_MOUTH,
  yaw: 0,
  pitch: 0,
  roll: 0,
  shiftX: 0,
  shiftY: 0,
  breath: 0,
  gazeX: 0,
  gazeY: 0,
  blink: 0,
  squint: 0,
  wide: 0,
  browLeft: 0,
  browRight: 0,
  browInner: 0,
  speech: 0,
  smile: 0.25,
  hairSwing: 0,
};
