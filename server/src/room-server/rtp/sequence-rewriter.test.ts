import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SequenceRewriter } from './sequence-rewriter.ts';

test('skipped packets leave no gap, over many wraps', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 65_535 }),
      fc.infiniteStream(fc.integer({ min: 0, max: 9 })),
      (start, dice) => {
        const rewriter = new SequenceRewriter();
        rewriter.switchTo(start);
        let expected = start & 0x7fff;
        for (let index = 0; index < 3_000; index++) {
          const sequence = (start + index) & 0xffff;
          if (index > 0 && dice.next().value === 0 && rewriter.skip(sequence)) continue;
          expect(rewriter.rewrite(sequence)).toBe(expected);
          expected = (expected + 1) & 0xffff;
        }
      },
    ),
    { numRuns: 15 },
  );
});

test('a late packet keeps its place among skipped ones', () => {
  const rewriter = new SequenceRewriter();
  rewriter.switchTo(10);
  expect(rewriter.rewrite(10)).toBe(10);
  expect(rewriter.rewrite(12)).toBe(12);
  expect(rewriter.skip(13)).toBe(true);
  expect(rewriter.rewrite(14)).toBe(13);
  expect(rewriter.rewrite(11)).toBe(11);
  expect(rewriter.rewrite(13)).toBeUndefined();
});

test('only the very next packet can be skipped', () => {
  const rewriter = new SequenceRewriter();
  rewriter.switchTo(10);
  rewriter.rewrite(10);
  expect(rewriter.skip(12)).toBe(false);
  expect(rewriter.skip(9)).toBe(false);
});

test('another layer continues the count, and its older packets are dropped', () => {
  const rewriter = new SequenceRewriter();
  rewriter.switchTo(100);
  for (let sequence = 100; sequence < 110; sequence++) rewriter.rewrite(sequence);
  rewriter.switchTo(40_000);
  expect(rewriter.rewrite(40_000)).toBe(110);
  expect(rewriter.rewrite(39_999)).toBeUndefined();
  expect(rewriter.rewrite(40_002)).toBe(112);
  expect(rewriter.rewrite(40_001)).toBe(111);
});
