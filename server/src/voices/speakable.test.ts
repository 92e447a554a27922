import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toSpeakable } from './speakable.ts';

describe('toSpeakable', () => {
  it.each([
    ['Hello, world!', 'Hello, world!'],
    ['It’s “fine” — really…', 'It\'s "fine", really.'],
    ['Crème brûlée, smørrebrød & Straße', 'Creme brulee, smorrebrod & Strasse'],
    ['20 °C or 68°F', '20 degrees Celsius or 68 degrees Fahrenheit'],
    ['€5 vs. £6.50!', '5 euros versus 6.50 pounds!'],
    ['see https://www.example.com/a/b?c=d.', 'see example dot com.'],
    ['john.doe@example.com', 'john dot doe at example dot com'],
    ['e.g. 5/6', 'for example 5 slash 6'],
    ['Привет', 'Privet'],
    ['καλημέρα', 'kalimera'],
    ['🙂', ''],
    ['\u0000\u0007', ''],
    ['wow!!!!', 'wow!'],
    ['９９', '99'],
  ])('turns %j into %j', (text, expected) => expect(toSpeakable(text)).toBe(expected));

  it('returns printable ASCII with words of limited length, or nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const speakable = toSpeakable(text);
        expect(speakable).toMatch(/^(?:[\x21-\x7e]+(?: [\x21-\x7e]+)*)?$/);
        expect(speakable === '' || /[A-Za-z0-9]/.test(speakable)).toBe(true);
        expect(speakable).not.toMatch(/[A-Za-z]{31}|\d{16}/);
      }),
      { seed: 20_261_122, numRuns: 100 },
    );
  });
});
