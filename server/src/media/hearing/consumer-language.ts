import { detectLanguage } from '../../lib/detect-language.ts';

/** Consecutive turns in another language that count as a change of language; one may contain a borrowed word. */
const TURNS_TO_CHANGE = 2;
/** A turn of this many words is a change by itself. */
const LONG_TURN = 8;
/** Minimum words to detect the first language from text alone. */
const FIRST_WORDS = 2;

/** The language that the consumer speaks or types; it changes only on clear evidence, and never if it is fixed. */
export class ConsumerLanguage {
  #now: string | undefined;
  readonly #isFixed: boolean;
  #other: string | undefined;
  #turns = 0;

  /** @param fixed ISO 639-1 code of the agent's only language, if it has just one */
  constructor(fixed: string | undefined) {
    this.#now = fixed;
    this.#isFixed = fixed !== undefined;
  }

  /** ISO 639-1; `undefined` until it is known. */
  get now(): string | undefined {
    return this.#now;
  }

  /**
   * Takes a turn of the consumer. `heard` is the language that speech recognition detected; without it the text
   * decides. Returns the language if it has changed.
   */
  take(text: string, heard?: string): string | undefined {
    if (this.#isFixed) return undefined;
    const language = heard ?? detectLanguage(text);
    if (language === undefined) return undefined;
    if (language === this.#now) {
      this.#other = undefined;
      return undefined;
    }
    this.#turns = language === this.#other ? this.#turns + 1 : 1;
    this.#other = language;
    const words = countWords(text);
    const isClear =
      this.#now === undefined
        ? heard !== undefined || words >= FIRST_WORDS || this.#turns > 1
        : this.#turns >= TURNS_TO_CHANGE || words >= LONG_TURN;
    if (!isClear) return undefined;
    this.#now = language;
    this.#other = undefined;
    return language;
  }
}

/** Counts the words. In scripts without spaces, two characters count as a word. */
function countWords(text: string): number {
  const unspaced = text.match(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu,
  )?.length;
  return Math.max(text.trim().split(/\s+/).length, Math.floor((unspaced ?? 0) / 2));
}
