import type { FrameRequest } from '../face.ts';
import { Spring } from './spring.ts';

/** How far the brows are raised for an emphasized word (minimum and random addition), and for the end of a question. */
const WORD_RAISE = { min: 0.4, range: 0.45 };
const QUESTION_RAISE = 1;
/** How long the brows stay raised for each. */
const WORD_SECONDS = 0.22;
const QUESTION_SECONDS = 0.35;
/** Seconds until another word may raise the brows: the minimum, and the maximum random addition. */
const NEXT_WORD_SECONDS = { min: 0.6, range: 1 };
/** The loudness that counts as speech, and by how much an emphasized word is louder than the voice was recently. */
const AUDIBLE = 0.25;
const MIN_EMPHASIS = 0.04;
/** The initial loudness of a voice. */
const INITIAL_LOUDNESS = 0.6;
/** Time constants in seconds for following the loudness of a word and that of the voice. */
const LOUDNESS_SECONDS = 0.07;
const AVERAGE_SECONDS = 1.2;
/** The spring's stiffness: brows rise faster than they fall. */
const STIFFNESS = { up: 20, down: 9 };

/** Raises the brows with emphasized words and at the end of questions. */
export class BrowAnimator {
  readonly #random: () => number;
  readonly #spring = new Spring();
  #loudness = 0;
  #average = INITIAL_LOUDNESS;
  #wordRaisedUntil = 0;
  #wordRaise = 0;
  #nextWordAt = 0;
  #questionRaisedUntil = 0;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** `now` and `seconds` are media time. Returns how far the brows are raised, 0 to 1. */
  step(
    now: number,
    seconds: number,
    { energy, isQuestionEnd }: Pick<FrameRequest, 'energy' | 'isQuestionEnd'>,
  ): number {
    this.#loudness += (energy - this.#loudness) * (1 - Math.exp(-seconds / LOUDNESS_SECONDS));
    // Pauses must not make the next word seem loud.
    if (energy > AUDIBLE)
      this.#average += (energy - this.#average) * (1 - Math.exp(-seconds / AVERAGE_SECONDS));
    if (isQuestionEnd) this.#questionRaisedUntil = now + QUESTION_SECONDS;
    if (now > this.#nextWordAt && this.#loudness > AUDIBLE && this.#loudness > this.#average + MIN_EMPHASIS) {
      this.#wordRaisedUntil = now + WORD_SECONDS;
      this.#wordRaise = WORD_RAISE.min + WORD_RAISE.range * this.#random();
      this.#nextWordAt = now + NEXT_WORD_SECONDS.min + this.#random() * NEXT_WORD_SECONDS.range;
    }
    const goal =
      now < this.#questionRaisedUntil ? QUESTION_RAISE : now < this.#wordRaisedUntil ? this.#wordRaise : 0;
    return this.#spring.step(goal, goal > this.#spring.position ? STIFFNESS.up : STIFFNESS.down, seconds);
  }
}
