import { smoothstep } from '../../lib/interpolate.ts';
import type { FaceState } from '../face.ts';

/** The durations of a blink's parts in seconds, and how far it closes the lids: minimum and maximum random addition. */
const CLOSE_SECONDS = { min: 0.055, range: 0.04 };
const SHUT_SECONDS = { min: 0.02, range: 0.05 };
const REOPEN_SECONDS = { min: 0.12, range: 0.12 };
const BLINK_DEPTH = { min: 0.86, range: 0.3 };
/** The time until a blink caused by a change of attention, and the probability of such a blink. */
const ATTENTION_BLINK_SECONDS = { min: 0.05, range: 0.7 };
const ATTENTION_BLINK_PROBABILITY = 0.4;
/** The probability that a glance leaves the viewer. */
const AVERSION: Record<FaceState, number> = { idle: 0.16, listening: 0.08, thinking: 0.7, speaking: 0.22 };

/** Decides when the eyes blink, and when, where and for how long they glance. */
export class EyeAnimator {
  /** The target of the eyes; a stiff spring moves them there. */
  glanceX = 0;
  glanceY = 0;
  #blink = { at: -10, close: 0, shut: 0, reopen: 0, depth: 0 };
  #nextBlink: number;
  #nextGlance: number;
  readonly #random: () => number;
  readonly #pause: number;

  /** `pause` is the time between blinks relative to the average person's. */
  constructor(random: () => number, pause = 1) {
    this.#random = random;
    this.#pause = pause;
    this.#nextBlink = 0.6 + random() * 2.4;
    this.#nextGlance = 0.5 + random();
  }

  /** People often blink as their attention changes. */
  attentionChanged(now: number): void {
    if (this.#random() < ATTENTION_BLINK_PROBABILITY)
      this.#nextBlink = Math.min(this.#nextBlink, now + this.#randomIn(ATTENTION_BLINK_SECONDS));
  }

  /** Advances to `now` (seconds) and returns how far the lids are closed, 0 to 1. */
  step(now: number, state: FaceState): number {
    const random = this.#random;
    if (now > this.#nextGlance) {
      const away = random() < AVERSION[state];
      this.glanceX = (random() - 0.5) * (away ? 1.2 : 0.12);
      this.glanceY = away ? (random() - 0.6) * 0.6 : (random() - 0.5) * 0.08;
      this.#nextGlance = now + (away ? 0.35 + random() * 0.7 : 0.8 + random() * 2.2);
      if (away && random() < 0.35) this.#nextBlink = Math.min(this.#nextBlink, now);
    }
    // A blink that is due while the lids are down waits, because the lids would have to jump open to begin it.
    if (now > this.#nextBlink && this.#lidsAt(now) === 0) {
      const depth = Math.min(1, this.#randomIn(BLINK_DEPTH));
      this.#blink = {
        at: now,
        close: this.#randomIn(CLOSE_SECONDS),
        shut: this.#randomIn(SHUT_SECONDS),
        reopen: this.#randomIn(REOPEN_SECONDS),
        depth,
      };
      const twice = random() < 0.12;
      // Occasionally a person does not blink for long.
      const long = random() ** 1.5 * (state === 'speaking' ? 3.4 : 5.2);
      this.#nextBlink = now + (twice ? 0.4 : (1.6 + long) * this.#pause);
    }
    return this.#lidsAt(now);
  }

  #lidsAt(now: number): number {
    const { at, close, shut, reopen, depth } = this.#blink;
    const since = now - at;
    if (since < close) return depth * smoothstep(since / close);
    if (since < close + shut) return depth;
    const opening = (since - close - shut) / reopen;
    return opening < 1 ? depth * (1 - smoothstep(opening)) : 0;
  }

  #randomIn({ min, range }: { min: number; range: number }): number {
    return min + range * this.#random();
  }
}
