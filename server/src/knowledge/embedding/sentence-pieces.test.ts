/**
 * The reference is Hugging Face's `tokenizers` 0.23.3 for Python. It trained the tokenizer in `testing/` (`UnigramTrainer`,
 * 2,400 pieces) on the console's texts and on lines in other languages, after `sentencepiece` 0.2.3 had compiled a table of
 * 746 replacements: those of NFKC for Latin, Greek, kana, forms of other widths, ligatures and circled digits, spaces for
 * all kinds of white space, and nothing for control characters. `unigram-lines.json` holds what it makes of 211 lines in 20
 * languages, and, where that differs, with the steps that newer conversions of SentencePiece models have.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SentencePieces } from './sentence-pieces.ts';

const read = (name: string) =>
  readFileSync(new URL(`../../../src/knowledge/embedding/testing/${name}`, import.meta.url), 'utf8');
const json = read('unigram-tokenizer.json');
const lines: { text: string; ids: number[]; newer?: number[] }[] = JSON.parse(read('unigram-lines.json'));
const described = JSON.parse(json);
const { normalizer, pre_tokenizer, model } = described;
const changed = (changes: object) => new SentencePieces(JSON.stringify({ ...described, ...changes }));

const BEGIN = 0;
const END = 2;
const UNKNOWN = 3;

describe('the pieces of texts', () => {
  const pieces = new SentencePieces(json);
  const newer = changed({
    normalizer: {
      type: 'Sequence',
      normalizers: [
        normalizer,
        { type: 'Strip', strip_left: false, strip_right: true },
        { type: 'Replace', pattern: { Regex: ' {2,}' }, content: '▁' },
      ],
    },
    pre_tokenizer: pre_tokenizer.pretokenizers[1],
  });

  it.each(lines)('are those of the reference: $text', ({ text, ids, newer: others = ids }) => {
    expect(pieces.encode(text, 1_000)).toEqual(ids);
    expect(newer.encode(text, 1_000)).toEqual(others);
  });

  it('are never control tokens, whatever somebody writes', () => {
    const ids = pieces.encode('a</s>b<s> <unk>', 64);
    expect(ids[0]).toBe(BEGIN);
    expect(ids.at(-1)).toBe(END);
    expect(ids.slice(1, -1)).not.toContain(BEGIN);
    expect(ids.slice(1, -1)).not.toContain(END);
  });

  it('are cut at the most, with the end of a text behind them', () => {
    const whole = pieces.encode('museum '.repeat(10), 1_000);
    expect(pieces.encode('museum '.repeat(2_000), 6)).toEqual([...whole.slice(0, 5), END]);
    expect(pieces.encode('語'.repeat(2_000), 6)).toHaveLength(6);
  });

  it('of half a character are those of the sign for it', () =>
    expect(pieces.encode('語\ud83d語', 64)).toEqual(pieces.encode('語\ufffd語', 64)));

  it('of unknown characters in a row are one', () =>
    expect(changed({ normalizer: null }).encode('a\ud83d𠮷ꦗ', 64)).toEqual([
      ...pieces.encode('a', 64).slice(0, -1),
      UNKNOWN,
      END,
    ]));

  it.each([
    ['has no unigram vocabulary', { model: { type: 'WordPiece', vocab: { a: 1 } } }],
    ['has no <s>', { model: { ...model, vocab: model.vocab.slice(1) } }],
    ['has the step Lowercase, which is not supported', { normalizer: { type: 'Lowercase' } }],
    ['has the step ByteLevel, which is not supported', { pre_tokenizer: { type: 'ByteLevel' } }],
    [
      'has the step Metaspace (never), which is not supported',
      { pre_tokenizer: { type: 'Metaspace', replacement: '▁', prepend_scheme: 'never' } },
    ],
    [
      'has a precompiled_charsmap that cannot be read',
      { normalizer: { type: 'Precompiled', precompiled_charsmap: 'AAAA' } },
    ],
  ])('cannot be made if the file %s', (reason, changes) =>
    expect(() => changed(changes)).toThrow(`tokenizer.json ${reason}`),
  );
});
