import { describe, expect, test } from 'vitest';
import { ClauseWords } from './clause-words.ts';

const at = (word: string, startMs: number, endMs: number) => ({ word, startMs, endMs });
const joined = (...parts: { text: string }[][]) =>
  parts
    .flat()
    .map(({ text }) => text)
    .join('');

describe('ClauseWords', () => {
  test('gives each word its time, with the spaces and marks before it', () => {
    const clause = new ClauseWords(' Well, — yes.');
    expect(clause.timed([at('Well,', 100, 400), at('yes.', 900, 1200)])).toEqual([
      { text: ' Well,', startMs: 100, endMs: 400 },
      { text: ' — yes.', startMs: 400, endMs: 1200 },
    ]);
    expect(clause.all(1300)).toEqual([]);
  });

  test('combines differently written words with the next word that matches', () => {
    const clause = new ClauseWords('It is $5 a piece.');
    const told = clause.timed([
      at('It', 0, 100),
      at('is', 100, 200),
      at('five', 200, 500),
      at('dollars', 500, 900),
    ]);
    expect(told.map(({ text }) => text)).toEqual(['It', ' is']);
    expect(clause.timed([at('a', 900, 950)])).toEqual([{ text: ' $5 a', startMs: 200, endMs: 950 }]);
    expect(clause.all(1500)).toEqual([{ text: ' piece.', startMs: 950, endMs: 1500 }]);
  });

  test('does not jump to a word that is far away', () => {
    const clause = new ClauseWords('A long way to go before the end of it.');
    expect(clause.timed([at('it.', 0, 10)])).toEqual([]);
    expect(clause.timed([at('long', 100, 200)])).toEqual([{ text: 'A long', startMs: 0, endMs: 200 }]);
  });

  test('knows a language without spaces', () => {
    const clause = new ClauseWords('今天很好。');
    expect(clause.timed([at('今天', 0, 300), at('很好', 300, 700)])).toHaveLength(2);
    expect(clause.all(800)).toEqual([{ text: '。', startMs: 700, endMs: 800 }]);
  });

  test.each([
    [[at('One', -50, -20), at('two', Number.MAX_VALUE, 0)]],
    [[at('two', 900, 100), at('One', 0, 10)]],
    [[at('', 0, 10), at('One', 500, 400), at('One', 0, 0)]],
  ])('loses no text and never goes back in time, whatever the times: %j', (words) => {
    const clause = new ClauseWords('One two.');
    const told = [...clause.timed(words), ...clause.all(1000)];
    expect(joined(told)).toBe('One two.');
    let latest = 0;
    for (const { startMs, endMs } of told) {
      expect(startMs).toBeGreaterThanOrEqual(latest);
      expect(endMs).toBeGreaterThanOrEqual(startMs);
      latest = startMs;
    }
  });

  test('estimates in whole words if there are no times', () => {
    const clause = new ClauseWords('One two three four.');
    const parts = [120, 240, 360, 480, 600, 720].map((ms) => clause.estimated(ms));
    expect(joined(...parts, clause.all(1235))).toBe('One two three four.');
    expect(joined(...parts)).toBe('One two');
  });
});
