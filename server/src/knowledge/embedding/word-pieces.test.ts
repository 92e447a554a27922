import { describe, expect, it } from 'vitest';
import { WordPieces } from './word-pieces.ts';

const VOCABULARY = '[PAD] [UNK] [CLS] [SEP] un ##aff ##able cafe , $ 中 國'.split(' ');

describe('the pieces of words', () => {
  const pieces = new WordPieces(`${VOCABULARY.join('\n')}\n`);
  const read = (text: string, most = 64) => pieces.encode(text, most).map((id) => VOCABULARY[id]);

  it.each([
    ['the longest that fits, of each word', 'UNaffable', ['un', '##aff', '##able']],
    ['a word whose end is unknown as a whole', 'unaffx un', ['[UNK]', 'un']],
    ['letters without accents', ' Café\tCAFE\u0301 ', ['cafe', 'cafe']],
    ['signs by themselves', 'un,$un', ['un', ',', '$', 'un']],
    ['ideographs by themselves', '中國', ['中', '國']],
    ['nothing of what cannot be read', 'u\0n\u200b', ['un']],
    ['a word without end as one that is unknown', 'un'.repeat(60), ['[UNK]']],
  ])('are %s', (_, text, expected) => expect(read(text)).toEqual(['[CLS]', ...expected, '[SEP]']));

  it('are cut at the most, with the end of a text behind them', () =>
    expect(read('un '.repeat(1_000_000), 5)).toEqual(['[CLS]', 'un', 'un', 'un', '[SEP]']));

  it('refuse what is no vocabulary', () =>
    expect(() => new WordPieces('a\nb')).toThrow('the vocabulary has no [UNK]'));
});
