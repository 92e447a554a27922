import type { FrameRequest } from '../face.ts';
import { Spring } from './spring.ts';

/** How far the brows are raised for an emphasized word (minimum and random addition), and for the end of a question. */
const WORD = { min: 0.4, more: 0.45 };
const QUESTION = 1;
/** How long the brows stay raised for each. */
const WORD_SECONDS = 0.22;
const QUESTION_SECONDS = 0.35;
/** Seconds until another word may raise the brows: the minimum, and the maximum random addition. */
const NEXT_WORD_SECONDS = { min: 0.6, more: 1 };
/** The loudness that counts as speech, and by how much an emphasized word is louder than the voice was recently. */
const AUDIBLE = 0.25;
const LOUDER = 0.04;
/** The initial loudness of a voice. */
const ORDINARY = 0.6;
/** Time constants in seconds for following the loudness of a word and that of the voice. */
const OF_WORD = 0.07;
const OF_VOICE = 1.2;
/** The spring's stiffness: brows rise faster than they fall. */
const STIFFNESS = { up: 20, down: 9 };

/** Raises the brows with emphasized words and at the end of questions. */
export class BrowLife {
  readonly #random: () => number;
  readonly #spring = new Spring();
  #word = 0;
  #voice = ORDINARY;
  #wordUntil = 0;
  #wordHigh = 0;
  #nextWord = 0;
  #questionUntil = 0;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** `now` and `seconds` are media time. Returns how far the brows are raised, 0 to 1. */
  step(now: number, seconds: number, { energy, asks }: Pick<FrameRequest, 'energy' | 'asks'>): number {
    this.#word += (energy - this.#word) * (1 - Math.exp(-seconds / OF_WORD));
    // Pauses must not make the next word seem loud.
    if (energy > AUDIBLE) this.#voice += (energy - this.#voice) * (1 - Math.exp(-seconds / OF_VOICE));
    if (asks) this.#questionUntil = now + QUESTION_SECONDS;
    if (now > this.#nextWord && this.#word > AUDIBLE && this.#word > this.#voice + LOUDER) {
      this.#wordUntil = now + WORD_SECONDS;
      this.#wordHigh = WORD.min + WORD.more * this.#random();
      this.#nextWord = now + NEXT_WORD_SECONDS.min + this.#random() * NEXT_WORD_SECONDS.more;
    }
    const goal = now < this.#questionUntil ? QUESTION : now < this.#wordUntil ? this.#wordHigh : 0;
    return this.#spring.step(goal, goal > this.#spring.position ? STIFFNESS.up : STIFFNESS.down, seconds);
  }
}
