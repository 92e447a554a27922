import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spellOut } from './spell-out.ts';

const TABLE: [written: string, said: string][] = [
  ['It weighs 1.4 kg.', 'It weighs one point four kilograms.'],
  ['1,234,567', 'one million two hundred thirty-four thousand five hundred sixty-seven'],
  ['It was founded in 1887.', 'It was founded in eighteen eighty-seven.'],
  ['the 1990s', 'the nineteen nineties'],
  ['on November 20, 2026 at noon', 'on November twentieth, twenty twenty-six at noon'],
  ['2026-11-20', 'November twentieth, twenty twenty-six'],
  ['20/11/2026', 'November twentieth, twenty twenty-six'],
  ['Check-in starts at 15:00.', 'Check-in starts at three p.m.'],
  ['from 7 to 10:30', 'from seven to ten thirty'],
  ['00:00', 'midnight'],
  ['9am', 'nine a.m.'],
  ['at 5:30 PM', 'at five thirty p.m.'],
  ['$5.50', 'five dollars and fifty cents'],
  ['£1.01', 'one pound and one penny'],
  ['$1.2 million', 'one point two million dollars'],
  ['$5-10 and €5–€6.50', 'five to ten dollars and five to six euros and fifty cents'],
  ['5 km/h', 'five kilometers an hour'],
  ['-5 °C', 'minus five degrees Celsius'],
  ['room B12', 'room B twelve'],
  ['St. Mary', 'Saint Mary'],
  ['No. 5', 'number five'],
  ['e.g. pens & paper', 'for example pens and paper'],
  ['2 1/2 hours', 'two and one half hours'],
  ['open 24/7', 'open twenty-four seven'],
  ['call +49 30 5550 1234', 'call plus four nine, three zero, five five five zero, one two three four'],
  ['call 555-0199', 'call five five five, zero one nine nine'],
  ['500-1000 km', 'five hundred to one thousand kilometers'],
  ['$500-1000', 'five hundred to one thousand dollars'],
  ['500-1000 people', 'five hundred to one thousand people'],
  ['version 3.0.1', 'version three point zero point one'],
  ['COVID-19', 'COVID nineteen'],
  ['see https://a.example/2026?x=5 or b2@c3.example', 'see https://a.example/2026?x=5 or b2@c3.example'],
];

describe('spellOut', () => {
  it.each(TABLE)('says %j as %j', (written, said) => expect(spellOut(written)).toBe(said));

  it('leaves text in another language unchanged', () =>
    expect(spellOut('5 kg, 15:30 Uhr', 'de-AT')).toBe('5 kg, 15:30 Uhr'));

  it('accepts a language with a region', () => expect(spellOut('€5', 'en-GB')).toBe('five euros'));

  it('leaves no digit in any text', () => {
    const piece = fc.constantFrom(
      ...'0 1 21 007 1887 2026 3.5 3,5 1.000 - – : / . , % € $ km ° + # a B ( ) & Dr. May 11 30 15:30 1/2 st e'.split(
        ' ',
      ),
      ' ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        const said = spellOut(text);
        // Addresses remain, and so do digits that only look like a time or a date.
        if (!/@|www/.test(text)) expect(said).not.toMatch(/(?<![\d:/.,])\d(?![\d:/.,])/);
      }),
      { seed: 20_261_122, numRuns: 100 },
    );
  });

  it.each(['1', '1-', '1 000 ', '€1,', '+1 2 '])('handles a hundred thousand characters of "%s"', (pattern) =>
    expect(spellOut(pattern.repeat(100_000 / pattern.length)).length).toBeGreaterThan(100_000),
  );
});
