import { describe, expect, test, vi } from 'vitest';
import { cutAtWord } from './cut-at-word.ts';

describe('cutAtWord', () => {
  test('keeps whole words of which at least half was heard', () => {
    const text = 'Hello there, my friend.';
    expect(cutAtWord(text, 0)).toBe('');
    expect(cutAtWord(text, 2)).toBe('');
    expect(cutAtWord(text, 3)).toBe('Hello');
    expect(cutAtWord(text, 8)).toBe('Hello');
    expect(cutAtWord(text, 9)).toBe('Hello there');
    expect(cutAtWord(text, 12)).toBe('Hello there,');
    expect(cutAtWord(text, 23)).toBe(text);
  });

  test('cuts text in languages without spaces', () => {
    expect('今天天气很好'.startsWith(cutAtWord('今天天气很好', 3))).toBe(true);
    expect(cutAtWord('今天天气很好', 3).length).toBeGreaterThan(0);
  });

  test('examines only the words at the cut', () => {
    const words = new Intl.Segmenter('en', { granularity: 'word' }).segment('')[Symbol.iterator]();
    const looked = vi.spyOn(Object.getPrototypeOf(words) as typeof words, 'next');
    try {
      expect(cutAtWord('word '.repeat(2000), 5003)).toBe('word '.repeat(1001).trimEnd());
      expect(looked.mock.calls.length).toBeLessThan(10);
    } finally {
      looked.mockRestore();
    }
  });
});
