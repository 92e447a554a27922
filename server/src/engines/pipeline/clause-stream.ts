import { partialMark } from '../../lib/partial-mark.ts';
import { splitSentences } from '../../lib/split-sentences.ts';

/** The first words should be heard soon, so from this length on a comma ends the first piece. */
const FIRST_MIN_CHARACTERS = 40;
/** Limit for text without a sentence end, after which it is cut after a word: each delta has to search all of it. */
const MAX_WAITING_CHARACTERS = 400;
/** About twenty minutes of speech. */
const MAX_ANSWER_CHARACTERS = 20_000;
const THOUGHT_BEGINS = '<think>';
const THOUGHT_ENDS = '</think>';
const MARKS = [THOUGHT_BEGINS, THOUGHT_ENDS];

/**
 * Splits an answer that is still being written into pieces that can be spoken. Omits the reasoning that some models
 * write into it.
 */
export class ClauseStream {
  readonly #splitClauses: (text: string) => string[];
  #raw = '';
  #thinking: boolean;
  /** Whether the answer is only assumed to begin with a thought, as earlier ones did: an end mark must confirm it. */
  #mayHoldAnswer: boolean;
  #rest = '';
  #begun = false;
  #left = MAX_ANSWER_CHARACTERS;
  /** Whether a thought ended whose beginning was not marked: the text before it is not part of the answer. */
  hasUnmarkedThought = false;

  /** @param beginsWithThought whether earlier answers of the model contained thoughts with an unmarked beginning */
  constructor(splitClauses: (text: string) => string[], beginsWithThought = false) {
    this.#splitClauses = splitClauses;
    this.#thinking = beginsWithThought;
    this.#mayHoldAnswer = beginsWithThought;
  }

  /** Whether the answer has reached its maximum length: the rest is left out. */
  get isFull(): boolean {
    return this.#left === 0;
  }

  /** Whether words wait for the rest of their piece. */
  get holdsWords(): boolean {
    return this.#rest !== '';
  }

  /** Takes more text and returns the pieces that are complete now. */
  push(delta: string): string[] {
    const words = this.#withoutThoughts(delta).slice(0, this.#left);
    this.#left -= words.length;
    this.#rest = (this.#rest + words).trimStart();
    const sentences = splitSentences(this.#rest);
    let last = sentences.pop() ?? '';
    if (sentences.length > 0 || this.#rest.length > MAX_WAITING_CHARACTERS) {
      if (last.length > MAX_WAITING_CHARACTERS) {
        const at = last.lastIndexOf(' ') + 1 || last.length;
        sentences.push(last.slice(0, at).trimEnd());
        last = last.slice(at);
      }
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
    if (!this.#thinking || this.#mayHoldAnswer) this.#rest += this.#raw;
    this.#raw = '';
    const rest = this.#rest.trim();
    this.#rest = '';
    return rest === '' ? [] : this.#cut(splitSentences(rest));
  }

  #cut(sentences: string[]): string[] {
    this.#begun = true;
    const pieces: string[] = [];
    /** Sentences that cannot be pronounced, but can still be read: together, because each piece costs the same. */
    let silent: string[] = [];
    const endSilence = () => {
      if (silent.length > 0) pieces.push(silent.join(' '));
      silent = [];
    };
    for (const sentence of sentences) {
      const clauses = this.#splitClauses(sentence);
      if (clauses.length === 0) silent.push(sentence);
      else {
        endSilence();
        pieces.push(...clauses);
      }
    }
    endSilence();
    return pieces;
  }

  #withoutThoughts(delta: string): string {
    this.#raw += delta;
    let spoken = '';
    for (;;) {
      const [mark, at] = this.#nextMark();
      if (mark === undefined) {
        // The stream may split a mark.
        const kept = partialMark(this.#raw, MARKS);
        const end = this.#mayHoldAnswer ? 0 : this.#raw.length - kept;
        if (!this.#thinking) spoken += this.#raw.slice(0, end);
        this.#raw = this.#raw.slice(end);
        return spoken;
      }
      if (!this.#thinking) spoken += this.#raw.slice(0, at);
      if (mark === THOUGHT_ENDS && !this.#thinking) {
        this.hasUnmarkedThought = true;
        spoken = '';
        this.#rest = '';
      }
      this.#raw = this.#raw.slice(at + mark.length);
      this.#thinking = mark === THOUGHT_BEGINS;
      this.#mayHoldAnswer = false;
    }
  }

  #nextMark(): [mark: string | undefined, at: number] {
    const found = MARKS.map((mark) => [mark, this.#raw.indexOf(mark)] as [string, number]).filter(
      ([mark, at]) => at >= 0 && !(this.#thinking && mark === THOUGHT_BEGINS),
    );
    return found.sort(([, a], [, b]) => a - b)[0] ?? [undefined, -1];
  }
}
