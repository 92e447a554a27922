import type { FaceState } from '../face.ts';
import { Spring } from './spring.ts';

/** How far and how often the head moves to a new resting position, in radians and seconds. */
const RESTLESSNESS: Record<
  FaceState,
  { yaw: number; pitch: number; roll: number; holdSeconds: number; stiffness: number }
> = {
  idle: { yaw: 0.16, pitch: 0.05, roll: 0.05, holdSeconds: 3.2, stiffness: 2.6 },
  listening: { yaw: 0.09, pitch: 0.04, roll: 0.06, holdSeconds: 2.6, stiffness: 3 },
  thinking: { yaw: 0.14, pitch: 0.06, roll: 0.05, holdSeconds: 1.8, stiffness: 3 },
  speaking: { yaw: 0.22, pitch: 0.07, roll: 0.07, holdSeconds: 1.1, stiffness: 4.2 },
};

/** Moves the head: it changes its resting position, sways, and nods with the voice and while listening. */
export class HeadAnimator {
  yaw = 0;
  pitch = 0;
  roll = 0;
  shiftX = 0;
  shiftY = 0;
  /** How strongly the voice moves the face at the moment, 0 to 1. */
  accent = 0;
  readonly #random: () => number;
  readonly #phases: [number, number, number];
  readonly #yaw = new Spring();
  readonly #pitch = new Spring();
  readonly #roll = new Spring();
  readonly #nod = new Spring();
  readonly #accent = new Spring();
  readonly #swayAmount = new Spring(0.6);
  #restPosition = { yaw: 0, pitch: 0, roll: 0 };
  #nextRestAt = 0.4;
  #nextNodAt = 2;
  #nodUntil = 0;
  #nodDepth = 0;
  #loudness = 0;

  constructor(random: () => number) {
    this.#random = random;
    this.#phases = [random() * 9, random() * 9, random() * 9];
  }

  step(now: number, seconds: number, state: FaceState, energy: number): void {
    const random = this.#random;
    const range = RESTLESSNESS[state];
    if (now > this.#nextRestAt) {
      const side = (random() + random() - 1) * 1.4;
      this.#restPosition = {
        yaw: side * range.yaw,
        pitch: (random() - 0.5) * 2 * range.pitch,
        roll: side * -0.25 * range.roll + (random() - 0.5) * 1.4 * range.roll,
      };
      this.#nextRestAt = now + range.holdSeconds * (0.5 + random() * 1.2);
    }
    if (state === 'listening' && now > this.#nextNodAt) {
      this.#nodUntil = now + 0.18;
      this.#nodDepth = 0.1 + random() * 0.07;
      this.#nextNodAt = now + (random() < 0.4 ? 0.5 : 2.4 + random() * 3.2);
    }
    // An accent is loudness above the voice's recent average, not loudness itself.
    this.#loudness += (energy - this.#loudness) * (1 - Math.exp(-seconds / 0.6));
    const onset = Math.max(0, energy - this.#loudness * 0.9);
    this.accent = this.#accent.step(Math.min(1, onset * 2.2), 13, seconds);
    const nod = this.#nod.step(now < this.#nodUntil ? this.#nodDepth : 0, 9, seconds);

    const amount = this.#swayAmount.step(state === 'speaking' ? 1 : 0.6, 3, seconds);
    const [a, b, c] = this.#phases;
    const wave = (phase: number, pace: number) =>
      Math.sin(now * pace + phase) * 0.6 + Math.sin(now * pace * 2.17 + phase * 2) * 0.4;
    this.yaw =
      this.#yaw.step(this.#restPosition.yaw, range.stiffness, seconds) + wave(a, 0.7) * 0.035 * amount;
    this.pitch =
      this.#pitch.step(this.#restPosition.pitch, range.stiffness, seconds) +
      wave(b, 0.55) * 0.018 * amount +
      this.accent * 0.075 +
      nod;
    this.roll =
      this.#roll.step(this.#restPosition.roll, range.stiffness * 0.8, seconds) +
      wave(c, 0.43) * 0.014 * amount;
    this.shiftX = this.yaw * 34 + wave(b, 0.38) * 4 * amount;
    this.shiftY = this.accent * 3 + nod * 30;
  }
}
