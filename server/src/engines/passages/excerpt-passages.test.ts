import { describe, expect, it } from 'vitest';
import { excerptPassages } from './excerpt-passages.ts';

const passage = (text: string, score = 1, documentName = 'Guide') => ({
  documentId: documentName,
  documentName,
  text,
  score,
});

describe('excerptPassages', () => {
  const museum = passage(
    '# Visit › Hours\nThe museum is in the old rope factory. It opens at ten. It is closed on Mondays. ' +
      'The café on the roof is run by Olga Lindqvist. She bakes cinnamon buns.',
  );

  it('keeps the sentences that answer the question, wherever they are in the passage', () => {
    const late = passage(
      `${'The harbour is deep and wide. '.repeat(40)}The ship Margareta is 41 metres long.`,
    );
    expect(excerptPassages('How long is the ship?', [late, museum], 200)).toBe(
      'Guide: The ship Margareta is 41 metres long.',
    );
    expect(excerptPassages('Who runs the café?', [museum], 200)).toBe(
      'Guide (Visit › Hours): The café on the roof is run by Olga Lindqvist.',
    );
  });

  it('adds what a sentence refers to', () => {
    expect(excerptPassages('Are there buns?', [museum], 200)).toBe(
      'Guide (Visit › Hours): The café on the roof is run by Olga Lindqvist. She bakes cinnamon buns.',
    );
  });

  it('takes the beginnings of the best passages if no word of the question occurs', () => {
    const other = passage('Tickets cost 12 crowns.', 2, 'Prices');
    expect(excerptPassages('Wie teuer?', [other, museum], 75)).toBe(
      'Prices: Tickets cost 12 crowns.\nGuide (Visit › Hours): The museum is in the old rope factory.',
    );
  });

  it('never exceeds the length', () => {
    const endless = passage('word '.repeat(1000));
    expect(excerptPassages('Which word?', [endless], 100)).toHaveLength('Guide: '.length + 100);
    expect(excerptPassages('Which word?', [], 100)).toBe('');
  });
});
