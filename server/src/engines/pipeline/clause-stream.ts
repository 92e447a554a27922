import { splitSentences } from '../../lib/split-sentences.ts';

/** The first words are to be heard soon: from here on a comma will do. */
const FIRST_MIN_CHARACTERS = 40;
const THOUGHT_BEGINS = '<think>';
const THOUGHT_ENDS = '</think>';

/**
 * Cuts an answer that is still being written into pieces that can be spoken; leaves out the reasoning that some models
 * write into it.
 */
export class ClauseStream {
  readonly #splitClauses: (text: string) => string[];
  #raw = '';
  #thinking = false;
  #rest = '';
  #begun = false;

  constructor(splitClauses: (text: string) => string[]) {
    this.#splitClauses = splitClauses;
  }

  /** Takes more text and returns the pieces that are complete now. */
  push(delta: string): string[] {
    this.#rest += this.#withoutThoughts(delta);
    const sentences = splitSentences(this.#rest);
    if (sentences.length > 1) {
      const last = sentences.pop()!;
      this.#rest = /\s$/.test(this.#rest) ? `${last} ` : last;
      return this.#cut(sentences);
    }
    if (this.#begun || this.#rest.length < FIRST_MIN_CHARACTERS) return [];
    const comma = this.#rest.search(/[,;:–—][^,;:–—]*$/);
    if (comma < FIRST_MIN_CHARACTERS / 3 || !/\s/.test(this.#rest[comma + 1] ?? '')) return [];
    const head = this.#rest.slice(0, comma + 1);
    this.#rest = this.#rest.slice(comma + 1).trimStart();
    return this.#cut([head]);
  }

  /** Returns the rest when the answer is complete. */
  flush(): string[] {
    if (!this.#thinking) this.#rest += this.#raw;
    this.#raw = '';
    const rest = this.#rest.trim();
    this.#rest = '';
    return rest === '' ? [] : this.#cut(splitSentences(rest));
  }

  #cut(sentences: string[]): string[] {
    this.#begun = true;
    return sentences.flatMap((sentence) => {
      const clauses = this.#splitClauses(sentence);
      // Nothing in it can be pronounced, but it can still be read.
      return clauses.length > 0 ? clauses : [sentence];
    });
  }

  #withoutThoughts(delta: string): string {
    this.#raw += delta;
    let spoken = '';
    for (;;) {
      const mark = this.#thinking ? THOUGHT_ENDS : THOUGHT_BEGINS;
      const at = this.#raw.indexOf(mark);
      if (at < 0) {
        // A mark may be cut in two by the stream.
        const kept = beginningOf(mark, this.#raw);
        if (!this.#thinking) spoken += this.#raw.slice(0, this.#raw.length - kept);
        this.#raw = this.#raw.slice(this.#raw.length - kept);
        return spoken;
      }
      if (!this.#thinking) spoken += this.#raw.slice(0, at);
      this.#raw = this.#raw.slice(at + mark.length);
      this.#thinking = !this.#thinking;
    }
  }
}

/** How many characters at the end of `text` may be the beginning of `mark`. */
function beginningOf(mark: string, text: string): number {
  for (let length = Math.min(mark.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(mark.slice(0, length))) return length;
  }
  return 0;
}
