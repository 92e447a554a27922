const HAS_LEAF = 1 << 8;
const IS_SHIFTED = 1 << 9;
const LABEL = 0x8000_00ff;
const VALUE = 0x7fff_ffff;
/** The reference looks up only graphemes with fewer bytes; it reads longer ones by code point. */
const LONG_GRAPHEME = 6;

/** Node's segmenter takes time by the square of the length, so it gets parts: whole words if they are not too long. */
const PART = /.{1,400}(?=\s|$)|.{1,400}/gsu;
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * SentencePiece's table of replacements (`precompiled_charsmap`), which normalizes texts as they were when the model was
 * trained, for example `①` to `1`. It is close to NFKC, of an older version of Unicode, with exceptions for control
 * characters and spaces. Read as Hugging Face's `tokenizers` does, because the models were trained with it: by grapheme,
 * and a grapheme that begins with a replaceable text is replaced as a whole.
 */
export class Charsmap {
  /** A double-array trie, as darts-clone writes it. */
  readonly #trie: Uint32Array;
  /** The replacements, each ended by a zero byte. */
  readonly #texts: Buffer;

  /** @param base64 the size of the trie in bytes, the trie, and the replacements. @throws Error if they do not fit */
  constructor(base64: string) {
    const bytes = Buffer.from(base64, 'base64');
    const size = bytes.length >= 4 ? bytes.readUInt32LE() : 0;
    if (size === 0 || size % 4 !== 0 || size > bytes.length - 4)
      throw new Error('tokenizer.json has a precompiled_charsmap that cannot be read');
    this.#trie = Uint32Array.from({ length: size / 4 }, (_, at) => bytes.readUInt32LE(4 + 4 * at));
    this.#texts = bytes.subarray(4 + size);
  }

  normalize(text: string): string {
    let normalized = '';
    for (const [part] of text.matchAll(PART))
      for (const { segment } of graphemes.segment(part)) normalized += this.#normalizeGrapheme(segment);
    return normalized;
  }

  #normalizeGrapheme(grapheme: string): string {
    const whole = Buffer.byteLength(grapheme) < LONG_GRAPHEME ? this.#find(grapheme) : undefined;
    return whole ?? Array.from(grapheme, (letter) => this.#find(letter) ?? letter).join('');
  }

  /** Returns the replacement of the shortest text in the table with which `text` begins. */
  #find(text: string): string | undefined {
    let at = offsetOf(this.#unit(0));
    for (const byte of Buffer.from(text)) {
      at ^= byte;
      const unit = this.#unit(at);
      if ((unit & LABEL) >>> 0 !== byte) return undefined;
      at ^= offsetOf(unit);
      if (unit & HAS_LEAF) return this.#textAt(this.#unit(at) & VALUE);
    }
    return undefined;
  }

  /** Beyond the end there is nothing: such a unit has no label that a byte could match. */
  #unit(at: number): number {
    return this.#trie[at] ?? LABEL;
  }

  #textAt(start: number): string {
    return this.#texts.toString('utf8', start, this.#texts.indexOf(0, start));
  }
}

const offsetOf = (unit: number): number => (unit >>> 10) << (unit & IS_SHIFTED ? 8 : 0);
