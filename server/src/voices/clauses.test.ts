import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitClauses } from './clauses.ts';
import { stripMarkdown } from './markdown.ts';
import { toSpeakable } from './speakable.ts';

const squeeze = (text: string) => text.replace(/\s+/g, '');

describe('splitClauses', () => {
  it.each([
    ['Hello there! How are you?', ['Hello there!', 'How are you?']],
    ['', []],
    ['  \n\n ', []],
    ['🙂🙂 — …', []],
    ['你好，世界。', []],
    ['OK', ['OK']],
    [
      'Well, let me think about that for a moment, because it is a really good question that many people ask.',
      [
        'Well, let me think about that for a moment,',
        'because it is a really good question that many people ask.',
      ],
    ],
    [
      'The quick brown fox jumped over the lazy dog and then it ran away from the barking dogs.',
      ['The quick brown fox jumped over the lazy dog', 'and then it ran away from the barking dogs.'],
    ],
  ])('cuts %j', (text, clauses) => expect(splitClauses(text)).toEqual(clauses));

  it.each([
    'Dr. Smith paid $3.50 to J. R. Tolkien.',
    'See e.g. No. 5 or fig. 2.',
    'Pi is 3.14159, e is 2.71.',
    'It opens at 9 a.m. on weekdays.',
    'Go to https://www.example.com/a.b?c=d,e today.',
    'Mail john.doe@example.co.uk now!',
  ])('keeps %j whole', (text) => expect(splitClauses(text)).toEqual([text]));

  it('reads Markdown as a person reads it aloud', () => {
    const lines: [written: string, ...said: string[]][] = [
      ['# Plans', 'Plans'],
      [''],
      ['We have **two** [plans](https://example.com/plans):', 'We have two plans:'],
      ['- *Basic*, for `one` person', 'Basic, for one person'],
      [''],
      ['2. Pay.', '2. Pay.'],
      [''],
      ['| Name | Price |', 'Name, Price'],
      ['|------|-------|'],
      ['| Pro  | $5    |', 'Pro, $5'],
      ['```js\ndoNotRead();\n```'],
      ['---'],
      ['> snake_case stays &amp; 2*3 too<br/>', 'snake_case stays & 2*3 too'],
    ];
    const written = lines.map(([line]) => line).join('\n');
    expect(splitClauses(written)).toEqual(lines.flatMap(([, ...said]) => said));
  });

  it('makes the first clause short and no clause too long, and loses no speakable word', () => {
    const word = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.constantFrom('and', 'well,', 'end.', 'Mr.', '3.14', 'https://a.example/x.y,z', '🙂', 'Привет'),
      fc.string({ minLength: 100, maxLength: 400 }),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 60 }), fc.constantFrom(' ', '\n', ' \t'), (parts, gap) => {
        const text = parts.join(gap);
        const clauses = splitClauses(text);
        for (const clause of clauses) {
          expect(toSpeakable(clause)).not.toBe('');
          expect(clause.length).toBeLessThanOrEqual(1500);
          expect(clause.trim()).toBe(clause);
        }
        // In order and complete: between two clauses there is only text that cannot be pronounced.
        let rest = squeeze(stripMarkdown(text));
        for (const clause of clauses) {
          const at = rest.indexOf(squeeze(clause));
          expect(at).toBeGreaterThanOrEqual(0);
          rest = rest.slice(at + squeeze(clause).length);
        }
        const spoken = clauses.reduce((sum, clause) => sum + squeeze(toSpeakable(clause)).length, 0);
        expect(clauses.length === 0).toBe(spoken === 0);
      }),
      { seed: 20_261_122, numRuns: 100 },
    );
  });

  it.each([
    ['one endless word', 'a'],
    ['many words', 'word '],
    ['only brackets', '['],
    ['underscores and letters', '_a'],
    ['pipes and dashes', '|-'],
    ['tags', '<a '],
    ['at signs', 'a@'],
    ['emoji', '👩‍👩‍👧‍👦'],
    ['lone surrogates', '\ud83d'],
    ['line breaks', '\n'],
  ])('handles 100,000 characters of %s quickly', (_, text) => {
    for (const clause of splitClauses(text.repeat(100_000 / text.length)))
      expect(clause.length).toBeLessThanOrEqual(160);
  });
});
