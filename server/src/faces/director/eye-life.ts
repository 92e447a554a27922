import type { FaceState } from '../face.ts';

/** The durations of a blink's parts in seconds, and how far it closes the lids: minimum and maximum random addition. */
const CLOSE = { min: 0.055, more: 0.04 };
const SHUT = { min: 0.02, more: 0.05 };
const REOPEN = { min: 0.12, more: 0.12 };
const DEPTH = { min: 0.86, more: 0.3 };
/** The time until a blink caused by a change of attention, and the probability of such a blink. */
const ATTENDS = { min: 0.05, more: 0.7 };
const ATTENDS_OFTEN = 0.4;
/** The probability that a glance leaves the viewer. */
const AVERSION: Record<FaceState, number> = { idle: 0.16, listening: 0.08, thinking: 0.7, speaking: 0.22 };

/** Decides when the eyes blink, and when, where and for how long they glance. */
export class EyeLife {
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
  attend(now: number): void {
    if (this.#random() < ATTENDS_OFTEN)
      this.#nextBlink = Math.min(this.#nextBlink, now + this.#some(ATTENDS));
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
      const depth = Math.min(1, this.#some(DEPTH));
      this.#blink = {
        at: now,
        close: this.#some(CLOSE),
        shut: this.#some(SHUT),
        reopen: this.#some(REOPEN),
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
    if (since < close) return depth * ease(since / close);
    if (since < close + shut) return depth;
    const opening = (since - close - shut) / reopen;
    return opening < 1 ? depth * (1 - ease(opening)) : 0;
  }

  #some({ min, more }: { min: number; more: number }): number {
    return min + more * this.#random();
  }
}

function ease(t: number): number {
  return t * t * (3 - 2 * t);
}
