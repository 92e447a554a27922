import { clamp } from '../../lib/clamp.ts';
import { seededRandom } from '../../lib/seeded-random.ts';
import type { FrameRequest } from '../face.ts';
import { Breath } from './breath.ts';
import { EMOTION_EXPRESSIONS, STATE_EXPRESSIONS } from './expressions.ts';
import { EyeLife } from './eye-life.ts';
import { type FacePose, MOUTH_KEYS, REST_POSE, SWING } from './face-pose.ts';
import { HeadLife } from './head-life.ts';
import { MouthRig } from './mouth-rig.ts';
import { SmallMoves } from './small-moves.ts';
import { Spring } from './spring.ts';

const KEYS = Object.keys(REST_POSE) as (keyof FacePose)[];
/** A gap longer than this (a paused conversation) passes as if it had been this long. */
const LONGEST_STEP_SECONDS = 2;
/** Of the eyes, in half the way from one corner to the other a second: a glance, and not the small moves of a steady look. */
const GLANCE_SPEED = 2;
/** Radians a second: a nod, and not the sway of a head at rest. */
const NOD_SPEED = 0.25;

/**
 * Turns frame requests into poses: the face's behaviour, apart from how it is drawn. Its only clock is the media time
 * of the requests and its only randomness comes from the seed, so the same requests give the same poses.
 */
export class Director {
  readonly #eyes: EyeLife;
  readonly #head: HeadLife;
  readonly #mouth = new MouthRig();
  readonly #springs = new Map(KEYS.map((key) => [key, new Spring(REST_POSE[key])]));
  readonly #hair = new Spring();
  readonly #breath: Breath;
  readonly #small: SmallMoves;
  #state: FrameRequest['state'] = 'idle';
  #lastPtsMs: number | undefined;
  #now = 0;
  #quick = false;
  #headBefore = { yaw: 0, pitch: 0, roll: 0 };

  constructor(seed: number) {
    const random = seededRandom(seed);
    this.#breath = new Breath(random);
    this.#small = new SmallMoves(random);
    this.#eyes = new EyeLife(random);
    this.#head = new HeadLife(random);
  }

  pose(request: Omit<FrameRequest, 'index'>): FacePose {
    const seconds = this.#advance(request.ptsMs);
    const { state } = request;
    if (state !== this.#state) {
      this.#state = state;
      this.#eyes.attend(this.#now);
    }
    const now = this.#now;
    const mouth = this.#mouth.step(request.visemes, seconds, request.energy);
    const blink = this.#eyes.step(now, state);
    this.#head.step(now, seconds, state, request.energy);
    const out = { ...REST_POSE };
    const target = blendExpression(request);
    target.gazeX += this.#eyes.glanceX;
    target.gazeY += this.#eyes.glanceY;
    for (const key of KEYS) out[key] = this.#springs.get(key)!.step(target[key], stiffness(key), seconds);

    const head = this.#head;
    out.yaw += head.yaw;
    out.pitch += head.pitch;
    out.roll += head.roll;
    out.shiftX += head.shiftX;
    out.shiftY += head.shiftY;
    // The eyes stay on the viewer while the head moves.
    out.gazeX = clamp(out.gazeX - out.yaw * 1.5, -1, 1);
    out.gazeY = clamp(out.gazeY - out.pitch * 1.3, -1, 1);
    // A word that carries the sentence lifts the shoulders as well.
    out.breath = this.#breath.step(seconds, state) + head.accent * 0.5;
    const small = this.#small;
    small.step(now, seconds);
    out.smile += small.smile;
    out.browLeft += head.accent * 0.34 + small.browLeft;
    out.browRight += head.accent * 0.4 + small.browRight;
    out.blink = Math.max(blink, out.gazeY > 0.35 ? (out.gazeY - 0.35) * 0.4 : 0);
    const speech = this.#mouth.activity;
    out.speech = speech;
    out.open *= 1 - this.#mouth.firm;
    for (const key of MOUTH_KEYS) out[key] = out[key] * (1 - 0.75 * speech) + mouth[key];
    out.smile *= 1 - 0.25 * speech;
    const glances = this.#speed('gazeX') > GLANCE_SPEED || this.#speed('gazeY') > GLANCE_SPEED;
    this.#quick = blink > 0 || glances || this.#nods(seconds);
    out.hairSwing = (this.#hair.step(out.yaw, 5, seconds) - out.yaw) * SWING;
    return out;
  }

  /** The newest pose is part of a blink, a glance or a nod. */
  get quick(): boolean {
    return this.#quick;
  }

  #nods(seconds: number): boolean {
    const { yaw, pitch, roll } = this.#head;
    const before = this.#headBefore;
    this.#headBefore = { yaw, pitch, roll };
    const way = Math.hypot(yaw - before.yaw, pitch - before.pitch, roll - before.roll);
    return seconds > 0 && way / seconds > NOD_SPEED;
  }

  #speed(key: keyof FacePose): number {
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

function blendExpression(request: Pick<FrameRequest, 'state' | 'emotion'>): FacePose {
  const target = { ...REST_POSE, smile: 0, ...STATE_EXPRESSIONS[request.state] };
  if (request.emotion) {
    const { name, weight } = request.emotion;
    const shown = { ...REST_POSE, smile: 0, ...EMOTION_EXPRESSIONS[name] };
    for (const key of KEYS) target[key] += (shown[key] - target[key]) * clamp(weight, 0, 1);
  }
  return target;
}

/** Eyes jump, the head is slow, the face between them. */
function stiffness(key: keyof FacePose): number {
  if (key === 'gazeX' || key === 'gazeY') return 38;
  if (key === 'yaw' || key === 'pitch' || key === 'roll') return 5.5;
  return 11;
}
