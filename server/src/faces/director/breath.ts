import type { FaceState } from '../face.ts';
import { Spring } from './spring.ts';

const PERIOD_SECONDS: Record<FaceState, number> = { idle: 4.4, listening: 4.2, thinking: 4, speaking: 3.4 };
/** The fraction of a breath that is the inhalation, the shorter part. */
const IN_SHARE = 0.42;

/** Simulates breathing. No breath is as long or as deep as the previous one. */
export class Breath {
  readonly #random: () => number;
  readonly #amount = new Spring(1);
  #phase: number;
  #pace = 1;
  #depth = 1;

  constructor(random: () => number) {
    this.#random = random;
    this.#phase = random();
  }

  /** Returns -1 (breathed out) to 1 (breathed in). */
  step(seconds: number, state: FaceState): number {
    this.#phase += (seconds * this.#pace) / PERIOD_SECONDS[state];
    if (this.#phase >= 1) {
      this.#phase %= 1;
      this.#pace = 0.8 + this.#random() * 0.45;
      this.#depth = 0.7 + this.#random() * 0.3;
    }
    const amount = this.#amount.step(state === 'speaking' ? 0.7 : 1, 3, seconds);
    const turn =
      this.#phase < IN_SHARE ? this.#phase / IN_SHARE : 1 - (this.#phase - IN_SHARE) / (1 - IN_SHARE);
    return amount * (this.#depth * (1 - Math.cos(turn * Math.PI)) - 1);
  }
}
