import { describe, expect, it } from 'vitest';
import { ConsumerLanguage } from './consumer-language.ts';

const changes = (turns: readonly (readonly [text: string, heard?: string])[], fixed?: string) => {
  const language = new ConsumerLanguage(fixed);
  return turns.map(([text, heard]) => language.take(text, heard));
};

describe('the language of the consumer', () => {
  it('is known from the first turn that shows it', () => {
    expect(changes([['OK'], ['Wann öffnen Sie?'], ['Und am Sonntag?']])).toEqual([
      undefined,
      'de',
      undefined,
    ]);
  });

  it('is known of text without spaces as of text with them', () => {
    expect(changes([['料金表は？']])).toEqual(['ja']);
    expect(changes([['Hello there.'], ['明日の夜に四人で食事をしたいのですが、席はありますか？']])).toEqual([
      'en',
      'ja',
    ]);
  });

  it('changes with one long sentence', () => {
    const long = 'Je voudrais réserver une table pour quatre personnes demain soir, s’il vous plaît.';
    expect(changes([['Hello there.'], [long]])).toEqual(['en', 'fr']);
  });

  it('is the recognised one, if speech recognition reports it', () => {
    expect(
      changes([
        ['Hallo', 'de'],
        ['Hallo', 'nl'],
        ['Hallo', 'nl'],
      ]),
    ).toEqual(['de', undefined, 'nl']);
  });

  it("stays the agent's if that is fixed", () => {
    expect(changes([['Where is the museum?'], ['And what does it cost?']], 'de')).toEqual([
      undefined,
      undefined,
    ]);
    expect(new ConsumerLanguage('de').now).toBe('de');
  });
});
