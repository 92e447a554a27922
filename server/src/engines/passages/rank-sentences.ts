import type { FoundPassage } from '@visavis/contracts';
import { splitSentences } from '../../lib/split-sentences.ts';
import { termsOf } from './terms.ts';

export interface ParsedPassage {
  documentName: string;
  /** The headings above the passage (`A › B`); empty if there are none. */
  heading: string;
  sentences: readonly { text: string; terms: ReadonlySet<string> }[];
}

export interface RankedSentence {
  passage: ParsedPassage;
  /** Its position in the passage. */
  at: number;
  /** 0..1: how much of the question the sentence and its surroundings cover. */
  confidence: number;
}

/** Matches a sentence that cannot be understood without the previous one. */
const BACK_REFERENCE =
  /^(it|they|this|these|that|those|he|she|such|both|there|then|otherwise|however|but|in that case)\b/i;

/**
 * Returns the sentences of passages, those that best answer a question first. Shared stems are weighted by rarity; those
 * of the heading, the document's name and the previous sentence count less. `passages` are sorted best first; their
 * order alone counts where no word of the question occurs.
 */
export function rankSentences(question: string, passages: readonly FoundPassage[]): RankedSentence[] {
  const parsed = passages.map(parsePassage);
  const all = parsed.flatMap(({ sentences }) => sentences);
  const weights = [...new Set(termsOf(question))].map((term) => {
    const sentencesWithTerm = all.filter(({ terms }) => terms.has(term)).length;
    return [term, 1.2 - (0.7 * Math.log(1 + sentencesWithTerm)) / Math.log(2 + all.length)] as const;
  });
  const total = weights.reduce((sum, [, weight]) => sum + weight, 0);
  const ranked = parsed.flatMap((passage, n) => {
    const { documentName, heading, sentences } = passage;
    const headingTerms = new Set(termsOf(`${heading} ${documentName}`));
    const prior = 0.12 * (passages[0]!.score > 0 ? passages[n]!.score / passages[0]!.score : 0);
    return sentences.map(({ text, terms }, at) => {
      const before = sentences[at - 1];
      const answersIt = before?.text.endsWith('?') ?? false;
      let confidence = 0;
      for (const [term, weight] of weights) {
        const inSentence = terms.has(term) ? 1 : 0;
        const inPrevious = before?.terms.has(term) ? (answersIt ? 0.95 : 0.4) : 0;
        const inHeading = headingTerms.has(term) ? 0.7 : 0;
        confidence += (weight * Math.max(inSentence, inPrevious, inHeading)) / total;
      }
      const score = confidence + prior - (text.endsWith('?') ? 0.45 : 0);
      return { passage, at, confidence, score };
    });
  });
  return ranked.sort((a, b) => b.score - a.score);
}

/** Sentences that cover less of the question than this fraction of what the best one covers are left out. */
const MIN_RELEVANCE = 0.5;

/** Returns the sentences that are about the question nearly as much as the best one, in their order. */
export const bestSentences = (ranked: readonly RankedSentence[]): RankedSentence[] =>
  ranked.filter(({ confidence }) => confidence >= ranked[0]!.confidence * MIN_RELEVANCE);

/** Returns the position of the sentence with which one should begin to read, in order to understand the one at `at`. */
export const contextStart = ({ sentences }: ParsedPassage, at: number): number =>
  BACK_REFERENCE.test(sentences[at]!.text) ? Math.max(0, at - 1) : at;

/** Splits a passage: a first line `# A › B` is its heading; every list item and table row is a sentence. */
function parsePassage({ text: raw, documentName }: FoundPassage): ParsedPassage {
  const text = raw.trim();
  const [first = '', heading = ''] = /^#{1,6} ([^\n]+)(?:\n|$)/.exec(text) ?? [];
  const lines = text
    .slice(first.length)
    .replace(/\r|^\s*(?:[-*•‣–]|\d{1,2}[.)])\s+/gm, '')
    .split('\n');
  const sentences = lines.flatMap(splitSentences).map((text) => ({ text, terms: new Set(termsOf(text)) }));
  return { documentName, heading, sentences };
}
