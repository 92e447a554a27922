/**
 * The tokenizer of XLM-RoBERTa and its relatives: a SentencePiece unigram model (Kudo 2018) in the form of Hugging Face's
 * `tokenizer.json`.
 */
import { type Normalizer, normalizerOf, type PreTokenizer, splitterOf } from './tokenizer-steps.ts';

/** How much less likely an unknown character is than the least likely piece, as in SentencePiece. */
const UNKNOWN_PENALTY = 10;

interface TokenizerFile {
  normalizer?: Normalizer | null;
  pre_tokenizer?: PreTokenizer | null;
  added_tokens?: { content: string; special: boolean }[];
  model?: { unk_id?: number; vocab?: [piece: string, logProbability: number][] };
}

/** Splits texts into the most probable pieces of a vocabulary. */
export class SentencePieces {
  readonly #normalize: (text: string) => string;
  readonly #toWords: (text: string) => string[];
  /** Without the control tokens: what somebody writes is never one, unlike in Hugging Face's tokenizers. */
  readonly #ids: ReadonlyMap<string, number>;
  /** The logarithms of the probabilities, by id. */
  readonly #scores: Float64Array;
  /** The length of the longest piece, in UTF-16 units. */
  readonly #longest: number;
  readonly #unknown: number;
  readonly #unknownScore: number;
  readonly #begin: number;
  readonly #end: number;

  /**
   * @param json the content of a `tokenizer.json`
   * @throws Error if it has no unigram vocabulary with `<s>` and `</s>`, or a step that is not supported
   */
  constructor(json: string) {
    const { model, normalizer, pre_tokenizer, added_tokens = [] } = JSON.parse(json) as TokenizerFile;
    if (!Array.isArray(model?.vocab) || model.unk_id === undefined)
      throw new Error('tokenizer.json has no unigram vocabulary');
    this.#normalize = normalizerOf(normalizer);
    this.#toWords = splitterOf(pre_tokenizer);
    const ids = new Map(model.vocab.map(([piece], id) => [piece, id]));
    const special = (piece: string) => {
      const id = ids.get(piece);
      if (id === undefined) throw new Error(`tokenizer.json has no ${piece}`);
      return id;
    };
    this.#begin = special('<s>');
    this.#end = special('</s>');
    this.#unknown = model.unk_id;
    this.#scores = Float64Array.from(model.vocab, ([, score]) => score);
    this.#unknownScore = this.#scores.reduce((least, score) => Math.min(least, score)) - UNKNOWN_PENALTY;
    for (const { content } of added_tokens) ids.delete(content);
    let longest = 1;
    for (const { length } of ids.keys()) longest = Math.max(longest, length);
    this.#longest = longest;
    this.#ids = ids;
  }

  /** Returns at most `maxTokens` ids, including those that mark the start and end of a text. A longer text is truncated. */
  encode(text: string, maxTokens: number): number[] {
    const ids = [this.#begin];
    // Each token covers no more than the longest piece, so the end of a longer word cannot count.
    const maxLength = maxTokens * this.#longest;
    for (const word of this.#toWords(this.#normalize(text))) {
      ids.push(...this.#split(word.slice(0, maxLength)));
      if (ids.length >= maxTokens) break;
    }
    return [...ids.slice(0, maxTokens - 1), this.#end];
  }

  /** Finds the pieces with the greatest product of probabilities (Viterbi). */
  #split(word: string): number[] {
    const { length } = word;
    /** For each place in the word, the last piece of the best way to it. */
    const scores = new Float64Array(length + 1).fill(Number.NEGATIVE_INFINITY);
    const starts = new Int32Array(length + 1);
    const pieces = new Int32Array(length + 1);
    scores[0] = 0;
    const improve = (start: number, end: number, id: number, score: number) => {
      if (scores[start]! + score <= scores[end]!) return;
      scores[end] = scores[start]! + score;
      starts[end] = start;
      pieces[end] = id;
    };
    for (let start = 0; start < length; ) {
      const next = start + (word.codePointAt(start)! > 0xffff ? 2 : 1);
      let isKnown = false;
      for (let end = next; end <= Math.min(length, start + this.#longest); end++) {
        const id = this.#ids.get(word.slice(start, end));
        if (id === undefined) continue;
        improve(start, end, id, this.#scores[id]!);
        isKnown ||= end === next;
      }
      if (!isKnown) improve(start, next, this.#unknown, this.#unknownScore);
      start = next;
    }
    const ids: number[] = [];
    for (let end = length; end > 0; end = starts[end]!) {
      const id = pieces[end]!;
      // Unknown characters in a row are one token.
      if (id !== this.#unknown || ids.at(-1) !== id) ids.push(id);
    }
    return ids.reverse();
  }
}
