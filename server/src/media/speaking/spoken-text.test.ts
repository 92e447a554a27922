import { describe, expect, test } from 'vitest';
import { SpokenText } from './spoken-text.ts';

describe('SpokenText', () => {
  test('reports a question while its last words are said, and at no other time', () => {
    const spoken = new SpokenText();
    spoken.addAudio(2000, 'It rains.');
    spoken.addAudio(2000, 'Do you like “rain?”');
    spoken.addAudio(2000, 'I do.');
    const asks = [500, 1900, 2500, 3500, 3999, 4000, 5900].filter((timeMs) => spoken.isQuestionEndAt(timeMs));
    expect(asks).toEqual([3500, 3999]);
  });

  test('reports a question in text without times at its end, once all of it has arrived', () => {
    const spoken = new SpokenText();
    spoken.addUntimed('Shall we go?');
    spoken.addAudio(2000);
    expect(spoken.isQuestionEndAt(1800)).toBe(false);
    spoken.finish();
    expect(spoken.isQuestionEndAt(500)).toBe(false);
    expect(spoken.isQuestionEndAt(1800)).toBe(true);
    expect(spoken.isQuestionEndAt(2000)).toBe(false);
  });

  test('spreads text over the chunk it came with', () => {
    const spoken = new SpokenText();
    spoken.addAudio(1000, 'One two three four.');
    spoken.addAudio(1000, 'Five six seven eight.');
    spoken.finish();
    expect(spoken.heardAt(0)).toBe('');
    expect(spoken.heardAt(500)).toBe('One two');
    expect(spoken.heardAt(1000)).toBe('One two three four.');
    expect(spoken.heardAt(1500)).toBe('One two three four. Five six');
    expect(spoken.heardAt(2000)).toBe('One two three four. Five six seven eight.');
    expect(spoken.full).toBe('One two three four. Five six seven eight.');
  });

  test('follows the phonemes: silence says no words', () => {
    const spoken = new SpokenText();
    const phones = [
      { phone: 'pau', endMs: 800 },
      { phone: 'ay', endMs: 900 },
      { phone: 'm', endMs: 1000 },
      { phone: 'pau', endMs: 2000 },
    ];
    spoken.addAudio(2000, 'I am', phones);
    expect(spoken.heardAt(790)).toBe('');
    expect(spoken.heardAt(910)).toBe('I');
    expect(spoken.heardAt(1010)).toBe('I am');
  });

  test('text without times follows the usual pace of speech, and the real pace once everything is known', () => {
    const spoken = new SpokenText();
    spoken.addUntimed('This text came all at once, well ahead of the sound of it.');
    spoken.addAudio(200);
    const early = spoken.heardAt(1000);
    expect(early.length).toBeGreaterThan(8);
    expect(early.length).toBeLessThan(21);
    spoken.addAudio(5600);
    spoken.finish();
    expect(spoken.heardAt(2900)).toBe('This text came all at once,');
    expect(spoken.heardAt(5800)).toBe(spoken.full);
  });

  test('has only the part of text without times that the audio contains, if it breaks off', () => {
    const spoken = new SpokenText();
    spoken.addUntimed('This text came all at once, well ahead of the sound of it.');
    spoken.addAudio(600);
    spoken.finish('This text');
    expect(spoken.full).toBe('This text');
    expect(spoken.heardAt(600)).toBe('This text');
  });

  test('knows where a sentence ends', () => {
    const spoken = new SpokenText();
    spoken.addAudio(1000, 'Well,');
    spoken.addAudio(1000, 'yes.');
    spoken.addAudio(1000, 'And then,');
    expect(spoken.sentenceEndAfter(500)).toBe(2000);
    expect(spoken.sentenceEndAfter(2500)).toBeUndefined();
    spoken.finish();
    expect(spoken.sentenceEndAfter(2500)).toBe(3000);
  });
});
