import type { FaceState } from '../face.ts';

const CLOSE_SECONDS = 0.07;
const SHUT_SECONDS = 0.04;
const REOPEN_SECONDS = 0.14;
const BLINK_SECONDS = CLOSE_SECONDS + SHUT_SECONDS + REOPEN_SECONDS;
/** How often a glance leaves the viewer. */
const AVERSION: Record<FaceState, number> = { idle: 0.16, listening: 0.08, thinking: 0.7, speaking: 0.22 };

/** Blinks and glances: when, where to, for how long. */
export class EyeLife {
  /** Where the eyes want to be; a stiff spring takes them there. */
  glanceX = 0;
  glanceY = 0;
  #blinkAt = -10;
  #nextBlink: number;
  #nextGlance: number;
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
    this.#nextBlink = 0.6 + random() * 2.4;
    this.#nextGlance = 0.5 + random();
  }

  /** People often blink as their attention changes. */
  attend(now: number): void {
    if (this.#random() < 0.6) this.#nextBlink = Math.min(this.#nextBlink, now + 0.08);
  }

  /** Moves on to `now` (seconds) and returns how far the lids are shut, 0..1. */
  step(now: number, state: FaceState): number {
    const random = this.#random;
    if (now > this.#nextGlance) {
      const away = random() < AVERSION[state];
      this.glanceX = (random() - 0.5) * (away ? 1.2 : 0.12);
      this.glanceY = away ? (random() - 0.6) * 0.6 : (random() - 0.5) * 0.08;
      this.#nextGlance = now + (away ? 0.35 + random() * 0.7 : 0.8 + random() * 2.2);
      if (away && random() < 0.35) this.#nextBlink = Math.min(this.#nextBlink, now);
    }
    // A blink that is due while the lids are down waits: to begin it, the lids would have to jump open.
    if (now > this.#nextBlink && now - this.#blinkAt >= BLINK_SECONDS) {
      this.#blinkAt = now;
      const twice = random() < 0.12;
      this.#nextBlink = now + (twice ? 0.3 : 2.2 + random() * (state === 'speaking' ? 2.4 : 3.8));
    }
    const since = now - this.#blinkAt;
    if (since < CLOSE_SECONDS) return ease(since / CLOSE_SECONDS);
    if (since < CLOSE_SECONDS + SHUT_SECONDS) return 1;
    const opening = (since - CLOSE_SECONDS - SHUT_SECONDS) / REOPEN_SECONDS;
    return opening < 1 ? 1 - ease(opening) : 0;
  }
}

function ease(t: number): number {
  return t * t * (3 - 2 * t);
}
