import { clamp } from '../../lib/clamp.ts';
import { seededRandom } from '../../lib/seeded-random.ts';
import type { FrameRequest } from '../face.ts';
import { BLEND_SHAPES, type BlendShape, eyeLook } from './blend-shapes.ts';
import { Breath } from './breath.ts';
import { BrowAnimator } from './brow-animator.ts';
import { EMOTION_EXPRESSIONS, type Expression, STATE_EXPRESSIONS } from './expressions.ts';
import { EyeAnimator } from './eye-animator.ts';
import { type FacePose, REST_POSE, SWING } from './face-pose.ts';
import { habitsOf } from './habits.ts';
import { HeadAnimator } from './head-animator.ts';
import { MicroMovements } from './micro-movements.ts';
import { MouthRig, SPEECH_SHAPES } from './mouth-rig.ts';
import { Spring } from './spring.ts';

const EXPRESSIONS = [...Object.values(STATE_EXPRESSIONS), ...Object.values(EMOTION_EXPRESSIONS)];
/** The blend shapes that expressions use. */
const EXPRESSION_SHAPES = BLEND_SHAPES.filter((shape) => EXPRESSIONS.some(({ weights }) => weights[shape]));
const SPRING_KEYS = [...EXPRESSION_SHAPES, 'yaw', 'pitch', 'roll', 'gazeX', 'gazeY'] as const;
type Key = (typeof SPRING_KEYS)[number];
/** The stiffness of the springs: eyes jump, the head is slow, the face is in between. */
const STIFFNESS: Partial<Record<Key, number>> = { gazeX: 38, gazeY: 38, yaw: 5.5, pitch: 5.5, roll: 5.5 };
/** The mouth shapes of an expression that speech overrides; the corners keep most of theirs. */
const MOUTH_SHAPES = EXPRESSION_SHAPES.filter((shape) => /^(jaw|mouth(?!Smile|Frown))/.test(shape));
const MOUTH_CORNER_SHAPES = EXPRESSION_SHAPES.filter((shape) => /^mouth(Smile|Frown)/.test(shape));
const SIDES = ['Left', 'Right'] as const;
/** How far the widest smile raises the cheeks and the lower lids; a slight smile hardly reaches them. */
const SMILE_RAISES = { cheek: 1, lid: 0.5 };
/** How far the strongest accent of the voice raises the brows, besides those of emphasized words. */
const ACCENT_BROW_RAISE = 0.25;
/** A longer gap (a paused conversation) is treated as if it had been this long. */
const LONGEST_STEP_SECONDS = 2;
/**
 * The speed above which an eye movement is a glance, in half widths of its range per second. The small movements of a
 * steady look are slower.
 */
const GLANCE_SPEED = 2;
/** Radians per second. A nod is faster, the sway of a head at rest slower. */
const NOD_SPEED = 0.25;

/**
 * Converts frame requests to poses: the behaviour of a face, independent of how it is drawn. Its only clock is the
 * media time of the requests, and its only randomness comes from the seed, so the same requests yield the same poses.
 */
export class Director {
  readonly #eyes: EyeAnimator;
  readonly #head: HeadAnimator;
  readonly #mouth: MouthRig;
  readonly #springs = new Map(
    SPRING_KEYS.map((key) => [key, new Spring(key in REST_POSE ? REST_POSE[key as BlendShape] : 0)]),
  );
  readonly #hair = new Spring();
  readonly #warmth: number;
  /** How far speech reduces a smile, which returns slowly afterwards. */
  readonly #smileReduction = new Spring();
  readonly #breath: Breath;
  readonly #brows: BrowAnimator;
  readonly #micro: MicroMovements;
  #state: FrameRequest['state'] = 'idle';
  #lastPtsMs: number | undefined;
  #now = 0;
  #isInFastMotion = false;
  #previousHead = { yaw: 0, pitch: 0, roll: 0 };

  /** `person` is an integer that identifies the person, from which the person's habits are derived. */
  constructor(seed: number, person = 0) {
    // Two people with the same seed must not blink together.
    const random = seededRandom(seed ^ person);
    const habits = habitsOf(person);
    this.#warmth = habits.warmth;
    // The mouth has its own random numbers, so that speech does not change when the eyes blink.
    this.#mouth = new MouthRig(habits, seededRandom(~(seed ^ person)));
    this.#breath = new Breath(random);
    this.#micro = new MicroMovements(random);
    this.#eyes = new EyeAnimator(random, habits.blinkPause);
    this.#head = new HeadAnimator(random);
    this.#brows = new BrowAnimator(random);
  }

  pose(request: Omit<FrameRequest, 'index'>): FacePose {
    const seconds = this.#advance(request.ptsMs);
    const { state } = request;
    if (state !== this.#state) {
      this.#state = state;
      this.#eyes.attentionChanged(this.#now);
    }
    const now = this.#now;
    const mouth = this.#mouth.step(request.visemes, seconds, request.energy);
    const blink = this.#eyes.step(now, state);
    this.#head.step(now, seconds, state, request.energy);
    const out = { ...REST_POSE };
    const base = STATE_EXPRESSIONS[state];
    const emotional = request.emotion ? EMOTION_EXPRESSIONS[request.emotion.name] : base;
    const weight = clamp(request.emotion?.weight ?? 0);
    let [gazeX, gazeY] = [0, 0];
    for (const [key, spring] of this.#springs) {
      const glance = key === 'gazeX' ? this.#eyes.glanceX : key === 'gazeY' ? this.#eyes.glanceY : 0;
      const target = valueFor(base, key) * (1 - weight) + valueFor(emotional, key) * weight + glance;
      const value = spring.step(target, STIFFNESS[key] ?? 11, seconds);
      if (key === 'gazeX') gazeX = value;
      else if (key === 'gazeY') gazeY = value;
      else out[key] = value;
    }

    const head = this.#head;
    out.yaw += head.yaw;
    out.pitch += head.pitch;
    out.roll += head.roll;
    out.shiftX += head.shiftX;
    out.shiftY += head.shiftY;
    // The eyes stay on the viewer while the head moves.
    Object.assign(out, eyeLook(clamp(gazeX - out.yaw * 1.5, -1, 1), clamp(gazeY - out.pitch * 1.3, -1, 1)));
    // An emphasized word lifts the shoulders too.
    out.breath = this.#breath.step(seconds, state) + head.accent * 0.5;
    const micro = this.#micro;
    micro.step(now, seconds);
    const { lipConstraint, activity: speech } = this.#mouth;
    out.speech = speech;
    // Rounded lips end a smile, an open or pressed mouth reduces it; otherwise it would flicker between syllables.
    const smileReduction = this.#smileReduction.step(request.visemes ? 1 : 0, 9, seconds);
    const eased = (1 - 0.7 * mouth.jawOpen) * (1 - 0.6 * mouth.mouthPressLeft);
    const corners = (1 - 0.35 * smileReduction) * (1 - mouth.mouthPucker) * eased;
    this.#raiseCheeksAndLids(out, 1 - 0.2 * smileReduction);
    for (const shape of MOUTH_CORNER_SHAPES) out[shape] *= corners;
    for (const shape of ['mouthSmileLeft', 'mouthSmileRight'] as const)
      out[shape] = Math.max(0, out[shape] + micro.smile);
    for (const shape of MOUTH_SHAPES) out[shape] *= (1 - 0.75 * speech) * (1 - lipConstraint);
    for (const key of [...SPEECH_SHAPES, 'mouthClose'] as const)
      out[key] = Math.min(1, out[key] + mouth[key]);
    const raise = this.#brows.step(now, seconds, request) + head.accent * ACCENT_BROW_RAISE;
    raiseBrow(out, 'Right', raise * 0.9 + micro.browLeft);
    raiseBrow(out, 'Left', raise + micro.browRight);
    for (const side of SIDES) {
      out[`eyeBlink${side}`] = Math.max(blink, out[`eyeBlink${side}`]);
    }
    const glances = this.#speed('gazeX') > GLANCE_SPEED || this.#speed('gazeY') > GLANCE_SPEED;
    this.#isInFastMotion = blink > 0 || glances || this.#isNodding(seconds);
    out.hairSwing = (this.#hair.step(out.yaw, 5, seconds) - out.yaw) * SWING;
    return out;
  }

  /** Raises cheeks and lower lids with a smile. They stay up while the lips speak. */
  #raiseCheeksAndLids(out: FacePose, share: number): void {
    for (const side of SIDES) {
      const raise = (out[`mouthSmile${side}`] * share) ** 1.5 * this.#warmth;
      out[`cheekSquint${side}`] += raise * SMILE_RAISES.cheek;
      out[`eyeSquint${side}`] += raise * SMILE_RAISES.lid;
    }
  }

  /** Whether the latest pose is part of a blink, a glance or a nod. */
  get isInFastMotion(): boolean {
    return this.#isInFastMotion;
  }

  #isNodding(seconds: number): boolean {
    const { yaw, pitch, roll } = this.#head;
    const before = this.#previousHead;
    this.#previousHead = { yaw, pitch, roll };
    const distance = Math.hypot(yaw - before.yaw, pitch - before.pitch, roll - before.roll);
    return seconds > 0 && distance / seconds > NOD_SPEED;
  }

  #speed(key: Key): number {
    return Math.abs(this.#springs.get(key)!.velocity);
  }

  #advance(ptsMs: number): number {
    const gap = this.#lastPtsMs === undefined ? 0 : (ptsMs - this.#lastPtsMs) / 1000;
    this.#lastPtsMs = ptsMs;
    const seconds = clamp(gap, 0, LONGEST_STEP_SECONDS);
    this.#now += seconds;
    return seconds;
  }
}

function valueFor(expression: Expression, key: Key): number {
  if (key === 'gazeX') return expression.gaze[0];
  if (key === 'gazeY') return expression.gaze[1];
  return key === 'yaw' || key === 'pitch' || key === 'roll'
    ? expression[key]
    : (expression.weights[key] ?? 0);
}

/** Raises a brow, or lowers it a little if `by` is negative. */
function raiseBrow(out: FacePose, side: 'Left' | 'Right', by: number): void {
  out[`browOuterUp${side}`] += Math.max(0, by);
  out.browInnerUp += Math.max(0, by) * 0.5;
  out[`browDown${side}`] += Math.max(0, -by);
}
