/** BERT's uncased tokenizer (Devlin et al. 2018, `BasicTokenizer`, `WordpieceTokenizer` in `tokenization.py`). */

/** Longer words count as unknown, as in the models' own configuration. */
const LONGEST_WORD = 100;
const UNREADABLE = /[\0\ufffd]|(?![\t\n\r])\p{C}/gu;
const IDEOGRAPH =
  /[\u4e00-\u9fff\u3400-\u4dbf\uf900-\ufaff\u{20000}-\u{2a6df}\u{2a700}-\u{2ceaf}\u{2f800}-\u{2fa1f}]/gu;
/**
 * Matches a word or a single punctuation mark: any character that Unicode classifies as punctuation, or a printable
 * ASCII character that is neither a letter nor a digit.
 */
const WORD = /[\p{P}$+<=>^`|~]|[^\s\p{P}$+<=>^`|~]+/gu;

/** Splits texts into the pieces of a vocabulary file, one a line; `##` begins those that continue a word. */
export class WordPieces {
  readonly #ids: ReadonlyMap<string, number>;
  readonly #unknown: number;
  readonly #begin: number;
  readonly #end: number;

  /** @throws Error if it is not a BERT vocabulary */
  constructor(vocabulary: string) {
    this.#ids = new Map(vocabulary.split(/\r?\n/).map((piece, id) => [piece, id]));
    const special = (piece: string) => {
      const id = this.#ids.get(piece);
      if (id === undefined) throw new Error(`the vocabulary has no ${piece}`);
      return id;
    };
    this.#unknown = special('[UNK]');
    this.#begin = special('[CLS]');
    this.#end = special('[SEP]');
  }

  /** Returns at most `maxTokens` ids, including those that mark the start and end of a text. A longer text is truncated. */
  encode(text: string, maxTokens: number): number[] {
    const ids = [this.#begin];
    const plain = text.replace(UNREADABLE, '').replace(IDEOGRAPH, ' $& ').toLowerCase();
    for (const [word] of plain
      .normalize('NFD')
      .replace(/\p{Mn}/gu, '')
      .matchAll(WORD)) {
      ids.push(...this.#split(word));
      if (ids.length >= maxTokens) break;
    }
    return [...ids.slice(0, maxTokens - 1), this.#end];
  }

  /** Splits a word into pieces, always taking the longest one that matches. */
  #split(word: string): number[] {
    const letters = Array.from(word);
    if (letters.length > LONGEST_WORD) return [this.#unknown];
    const ids: number[] = [];
    for (let at = 0; at < letters.length; ) {
      let end = letters.length;
      let id: number | undefined;
      for (; end > at; end--) {
        id = this.#ids.get((at > 0 ? '##' : '') + letters.slice(at, end).join(''));
        if (id !== undefined) break;
      }
      if (id === undefined) return [this.#unknown];
      ids.push(id);
      at = end;
    }
    return ids;
  }
}
