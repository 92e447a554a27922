import type { FrameRequest } from '../face.ts';
import { Spring } from './spring.ts';

/** How high brows go for a word that carries the sentence, and for the end of a question. */
const WORD = 0.85;
const QUESTION = 1;
/** How long brows stay up for such a word. */
const WORD_SECONDS = 0.22;
const QUESTION_SECONDS = 0.35;
/** Seconds until another word raises them: at least, and the longest that chance adds. */
const NEXT = { min: 0.8, more: 1.2 };
/** Loudness that counts as speech, and how much louder than the voice's recent loudness such a word is. */
const AUDIBLE = 0.25;
const LOUDER = 0.04;
/** The loudness of a voice that has not been heard yet. */
const ORDINARY = 0.6;
/** Seconds in which the loudness of a word and that of the voice are followed. */
const OF_WORD = 0.07;
const OF_VOICE = 1.2;
/** Stiffness of the spring: brows go up faster than down. */
const STIFFNESS = { up: 20, down: 9 };

/** Brows that go up with the words that carry a sentence and with the end of a question. */
export class BrowLife {
  readonly #random: () => number;
  readonly #spring = new Spring();
  #word = 0;
  #voice = ORDINARY;
  #wordUntil = 0;
  #nextWord = 0;
  #questionUntil = 0;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** `now` and `seconds`: of media time. Returns how far the brows are raised, 0..1. */
  step(now: number, seconds: number, { energy, asks }: Pick<FrameRequest, 'energy' | 'asks'>): number {
    this.#word += (energy - this.#word) * (1 - Math.exp(-seconds / OF_WORD));
    // Pauses do not make the next word loud.
    if (energy > AUDIBLE) this.#voice += (energy - this.#voice) * (1 - Math.exp(-seconds / OF_VOICE));
    if (asks) this.#questionUntil = now + QUESTION_SECONDS;
    if (now > this.#nextWord && this.#word > AUDIBLE && this.#word > this.#voice + LOUDER) {
      this.#wordUntil = now + WORD_SECONDS;
      this.#nextWord = now + NEXT.min + this.#random() * NEXT.more;
    }
    const goal = now < this.#questionUntil ? QUESTION : now < this.#wordUntil ? WORD : 0;
    return this.#spring.step(goal, goal > this.#spring.position ? STIFFNESS.up : STIFFNESS.down, seconds);
  }
}
