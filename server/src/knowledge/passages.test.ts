import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TextBlock } from './extraction/text-block.ts';
import { PassageSplitter } from './passages.ts';

const words = (count: number, start = 0) =>
  Array.from({ length: count }, (_, at) => `word${start + at}`).join(' ');
const sentence = (count: number, start = 0) => `The ${words(count - 1, start)}.`;
function cut(blocks: TextBlock[]) {
  const cutter = new PassageSplitter();
  return [...blocks.flatMap((block) => [...cutter.addBlock(block)]), ...cutter.end()];
}

const block: fc.Arbitrary<TextBlock> = fc.record(
  {
    kind: fc.constantFrom('heading' as const, 'paragraph' as const, 'item' as const, 'record' as const),
    text: fc
      .oneof(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }),
        fc.lorem({ mode: 'sentences', maxCount: 12 }),
        fc.lorem({ maxCount: 300 }),
        fc.integer({ min: 1, max: 5000 }).map((length) => '界'.repeat(length)),
      )
      .map((text) => text.replace(/\s+/g, ' ').trim() || 'x'),
    level: fc.integer({ min: 1, max: 6 }),
    page: fc.integer({ min: 1, max: 9 }),
  },
  { requiredKeys: ['kind', 'text'] },
);

describe('PassageCutter', () => {
  it('keeps a short section whole, under its headings', () => {
    const blocks: TextBlock[] = [
      { kind: 'heading', level: 1, text: 'Hotel' },
      { kind: 'heading', level: 2, text: 'Pool' },
      { kind: 'paragraph', text: 'The pool is on the roof. It opens at seven.', page: 3 },
      { kind: 'heading', level: 2, text: 'Bar' },
      { kind: 'paragraph', text: 'Drinks until two.', page: 4 },
    ];
    expect(cut(blocks)).toEqual([
      { ordinal: 0, title: 'Hotel › Pool', text: 'The pool is on the roof. It opens at seven.', page: 3 },
      { ordinal: 1, title: 'Hotel › Bar', text: 'Drinks until two.', page: 4 },
    ]);
  });

  it('cuts long text between sentences, the last ones of a passage beginning the next', () => {
    const sentences = Array.from({ length: 30 }, (_, at) => sentence(12, at * 100));
    const passages = cut([{ kind: 'paragraph', text: sentences.join(' ') }]);
    expect(passages.length).toBeGreaterThan(3);
    for (const [at, passage] of passages.entries()) {
      expect(passage.text.split(' ').length).toBeLessThanOrEqual(120);
      expect(passage.text).toMatch(/^The .*\.$/);
      const next = passages[at + 1];
      if (next !== undefined) expect(passage.text).toContain(next.text.slice(0, next.text.indexOf('.') + 1));
    }
  });

  it('writes items as a list under what introduces them, and rows as lines', () => {
    const blocks: TextBlock[] = [
      { kind: 'paragraph', text: 'Bring:' },
      { kind: 'item', text: 'a passport' },
      { kind: 'item', text: 'a photo' },
      { kind: 'record', text: 'name: Tea; price: 2' },
      { kind: 'record', text: 'name: Milk; price: 1' },
    ];
    expect(cut(blocks)[0]!.text).toBe(
      'Bring:\n- a passport\n- a photo\n\nname: Tea; price: 2\nname: Milk; price: 1',
    );
  });

  it('keeps its limits, loses nothing and gives the same result again, for any input', () => {
    fc.assert(
      fc.property(fc.array(block, { maxLength: 40 }), (blocks) => {
        const passages = cut(blocks);
        expect(cut(blocks)).toEqual(passages);
        for (const [at, passage] of passages.entries()) {
          expect(passage.ordinal).toBe(at);
          expect(passage.text).not.toBe('');
          expect(passage.text.length).toBeLessThan(1400);
        }
        const all = passages
          .map((passage) => passage.text)
          .join(' ')
          .replace(/[\s-]+/g, '');
        for (const { kind, text } of blocks) {
          if (kind === 'heading') continue;
          for (const word of text
            .split(' ')
            .filter((one) => one.length < 50)
            .slice(0, 50))
            expect(all).toContain(word.replace(/[\s-]+/g, ''));
        }
      }),
      { seed: 20_261_122, numRuns: 60 },
    );
  });
});
