import type { SpokenTime } from '../../engines/engine.ts';
import type { TimedWord } from './synthesizer.ts';

/** A stretch of a text; times count from the first sample of the text. */
export interface TimedText extends SpokenTime {
  text: string;
}

/** About how many milliseconds a character takes, where the server gives no times of words. */
const MS_PER_CHARACTER = 65;
/** A server may write a word differently from the text (`$5`, "five dollars"): the next word that matches is at most this far on. */
const MAX_CHARACTERS_BETWEEN = 20;

/** Divides a text into stretches with times, which together are the whole text. */
export class ClauseWords {
  readonly #length: number;
  #rest: string;
  #endMs = 0;

  constructor(text: string) {
    this.#length = text.length;
    this.#rest = text;
  }

  timed(words: readonly TimedWord[]): TimedText[] {
    return words.flatMap(({ word, startMs, endMs }) => {
      const at = word === '' ? -1 : this.#rest.indexOf(word);
      if (at < 0 || at > MAX_CHARACTERS_BETWEEN) return [];
      const text = this.#rest.slice(0, at + word.length);
      // Text in front of the word had no time of its own: the stretch begins where the last one ended.
      return [this.#cut(text, text.trim() === word ? startMs : this.#endMs, endMs)];
    });
  }

  /** Returns the stretch that was probably said by `ms`, in whole words; empty where that is no more than before. */
  estimated(ms: number): TimedText[] {
    const characters = ms / MS_PER_CHARACTER - (this.#length - this.#rest.length);
    const end = characters >= this.#rest.length ? this.#rest.length : this.#rest.lastIndexOf(' ', characters);
    return characters <= 0 || end <= 0 ? [] : [this.#cut(this.#rest.slice(0, end), this.#endMs, ms)];
  }

  get rest(): string {
    return this.#rest;
  }

  /** Returns the rest, once the whole text was said by `ms`. */
  all(ms: number): TimedText[] {
    return this.#rest === '' ? [] : [this.#cut(this.#rest, this.#endMs, ms)];
  }

  #cut(text: string, startMs: number, endMs: number): TimedText {
    this.#rest = this.#rest.slice(text.length);
    const from = Math.max(this.#endMs, startMs);
    this.#endMs = Math.max(from, endMs);
    return { text, startMs: from, endMs: this.#endMs };
  }
}
