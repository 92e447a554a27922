import { expect, it } from 'vitest';
import { editDistance } from '../../lib/edit-distance.ts';
import { indexedVariants, isCorrectable, lookupVariants } from './word-variants.ts';

it.each([
  ['refund', 'refund', 2, 0],
  ['refund', 'refnud', 2, 1],
  ['refund', 'refun', 2, 1],
  ['refund', 'reffund', 2, 1],
  ['refund', 'rifund', 2, 1],
  ['passport', 'pasprot', 2, 2],
  ['kitten', 'sitting', 2, 3],
  ['', 'ab', 2, 2],
  ['same', 'completely', 2, 3],
])('%s and %s are apart as far as they are', (a, b, limit, distance) => {
  expect(editDistance(a, b, limit)).toBe(distance);
  expect(editDistance(b, a, limit)).toBe(distance);
});

it('finds every word that is one error away', () => {
  const index = new Set(indexedVariants('kb', 'ticket'));
  const letters = 'tickezö';
  const typed = new Set(['ticket']);
  for (let at = 0; at <= 6; at += 1) {
    typed.add('ticket'.slice(0, at) + 'ticket'.slice(at + 1));
    typed.add(
      `${'ticket'.slice(0, Math.max(0, at - 1))}${'ticket'[at] ?? ''}${'ticket'[at - 1] ?? ''}${'ticket'.slice(at + 1)}`,
    );
    for (const letter of letters) {
      typed.add('ticket'.slice(0, at) + letter + 'ticket'.slice(at));
      typed.add('ticket'.slice(0, at) + letter + 'ticket'.slice(at + 1));
    }
  }
  for (const word of typed) {
    if (editDistance(word, 'ticket', 1) > 1) continue;
    expect(
      lookupVariants('kb', word).some((hash) => index.has(hash)),
      word,
    ).toBe(true);
  }
});

it('keeps knowledge bases apart', () => {
  const one = new Set(indexedVariants('kb1', 'ticket'));
  expect(lookupVariants('kb2', 'ticket').some((hash) => one.has(hash))).toBe(false);
});

it('ignores short words and codes', () => {
  expect(['fee', 'e4031', 'K7', 'x'.repeat(33)].filter(isCorrectable)).toEqual([]);
  expect(['fees', 'größe', 'привет'].filter(isCorrectable)).toHaveLength(3);
});
