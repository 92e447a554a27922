import type { FoundPassage } from '@visavis/contracts';
import { describe, expect, it } from 'vitest';
import { lookUp } from './look-up.ts';
import { OwnKnowledge } from './own-knowledge.ts';
import { PASSAGES, QUESTIONS, UNANSWERABLE } from './question-set.ts';
import { CONFIDENT } from './select-answer.ts';
import { speakAnswer } from './speak-quotes.ts';

/** Stands in for the full-text search: shared words, the rare ones for more; best eight. */
function retrieve(query: string): FoundPassage[] {
  const wordsOf = (text: string) =>
    new Set(
      text
        .toLowerCase()
        .match(/[\p{L}\p{N}]{3,}/gu)
        ?.map((word) => word.slice(0, 5)),
    );
  const texts = PASSAGES.map((passage) => wordsOf(`${passage.documentName} ${passage.text}`));
  const scored = PASSAGES.map((passage, at) => {
    let score = 0;
    for (const word of wordsOf(query)) {
      const holding = texts.filter((text) => text.has(word)).length;
      if (texts[at]!.has(word)) score += Math.log(1 + PASSAGES.length / holding);
    }
    return { ...passage, score };
  });
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, 8);
}

async function answer(text: string) {
  const search = (query: string) => Promise.resolve(retrieve(query));
  const { finding } = await lookUp(text, undefined, search, new OwnKnowledge(), new AbortController().signal);
  return finding && { ...finding.answer, spoken: speakAnswer(finding.answer, finding.question) };
}

describe('selectAnswer', () => {
  it(`finds the fact for at least 85% of ${QUESTIONS.length} questions`, async () => {
    const wrong: string[] = [];
    for (const [text, fact] of QUESTIONS) {
      const spoken = (await answer(text))?.spoken;
      if (spoken === undefined || !fact.test(spoken)) wrong.push(`${text} → ${spoken}`);
    }
    expect(wrong.length / QUESTIONS.length, wrong.join('\n')).toBeLessThanOrEqual(0.15);
  });

  it('keeps its answers short', async () => {
    for (const [text] of QUESTIONS) expect((await answer(text))?.spoken.length ?? 0, text).toBeLessThan(420);
  });

  it('has a low confidence where nothing answers', async () => {
    for (const text of UNANSWERABLE)
      expect((await answer(text))?.confidence ?? 0, text).toBeLessThan(CONFIDENT);
  });
});
