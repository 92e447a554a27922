import type { SpokenTime } from '../../engines/engine.ts';
import type { TimedWord } from './synthesizer.ts';

/** A part of a text; times count from the first sample of the text. */
export interface TimedText extends SpokenTime {
  text: string;
}

/** Approximate milliseconds per character, if the server gives no times of words. */
const MS_PER_CHARACTER = 65;
/** Maximum distance to the next matching word: a server may write one differently (`$5`, "five dollars"). */
const MAX_CHARACTERS_BETWEEN = 20;

/** Divides a text into parts with times, which add up to the whole text. */
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
      // Text before the word has no time of its own: the part begins where the last one ended.
      return [this.#cut(text, text.trim() === word ? startMs : this.#endMs, endMs)];
    });
  }

  /** Returns the part that was probably said by `ms`, in whole words; empty if that is no more than before. */
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
