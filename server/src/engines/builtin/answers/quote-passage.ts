import type { FoundPassage } from '@visavis/contracts';
import { splitSentences } from '../../../lib/split-sentences.ts';
import { termsOf } from './words.ts';

export interface Quote {
  /** Empty if the quote is from no document. */
  documentName: string;
  /** Ready to be spoken: whole sentences without markup. */
  text: string;
  /** 0..1: how much of the question the best sentence and its surroundings cover. */
  confidence: number;
}

/** From this confidence on, a quote is given as certain; between `DOUBTFUL` and this, with a reservation. */
export const CONFIDENT = 0.5;
const DOUBTFUL = 0.33;
const MAX_SENTENCES = 4;
const MAX_CHARS = 320;

/** Matches a sentence that cannot be understood without the previous one. */
const BACK_REFERENCE =
  /^(it|they|this|these|that|those|he|she|such|both|there|then|otherwise|however|but|in that case)\b/i;

/**
 * Returns the sentence that best answers a question, with the sentences around it, or `undefined` if none is about the
 * question. Shared stems are weighted by rarity; those of the heading, the document's name and the previous sentence
 * count less. `passages` are sorted best first.
 */
export function quotePassage(question: string, passages: readonly FoundPassage[]): Quote | undefined {
  const read = passages.map(readPassage);
  const all = read.flatMap(({ sentences }) => sentences);
  const weights = [...new Set(termsOf(question))].map((term) => {
    const holding = all.filter(({ terms }) => terms.has(term)).length;
    return [term, 1.2 - (0.7 * Math.log(1 + holding)) / Math.log(2 + all.length)] as const;
  });
  const total = weights.reduce((sum, [, weight]) => sum + weight, 0);
  const candidates = read.flatMap(({ passage, sentences, around }) => {
    const prior = 0.12 * (passages[0]!.score > 0 ? passage.score / passages[0]!.score : 0);
    return sentences.map(({ text, terms }, at) => {
      const before = sentences[at - 1];
      const answersIt = before?.text.endsWith('?') ?? false;
      let confidence = 0;
      for (const [term, weight] of weights) {
        const inSentence = terms.has(term) ? 1 : 0;
        const inPrevious = before?.terms.has(term) ? (answersIt ? 0.95 : 0.4) : 0;
        const inFrame = around.has(term) ? 0.7 : 0;
        confidence += (weight * Math.max(inSentence, inPrevious, inFrame)) / total;
      }
      const score = confidence + prior - (text.endsWith('?') ? 0.45 : 0);
      return { documentName: passage.documentName, sentences, at, confidence, score };
    });
  });
  const best = candidates.sort((a, b) => b.score - a.score)[0];
  if (!best || best.confidence < DOUBTFUL) return undefined;
  const { documentName, confidence } = best;
  return { documentName, confidence, text: quoteAround(best.sentences, best.at) };
}

interface Sentence {
  text: string;
  terms: ReadonlySet<string>;
}

/** Splits a passage: a first line `# A › B` is its heading; every list item and table row is a sentence. */
function readPassage(passage: FoundPassage) {
  const text = passage.text.trim();
  const [first = '', heading = ''] = /^#{1,6} ([^\n]+)(?:\n|$)/.exec(text) ?? [];
  const body = text.slice(first.length);
  const lines = body.replace(/\r|^\s*(?:[-*•‣–]|\d{1,2}[.)])\s+/gm, '').split('\n');
  const sentences = lines.flatMap(splitSentences).map((text) => ({ text, terms: new Set(termsOf(text)) }));
  return { passage, sentences, around: new Set(termsOf(`${heading} ${passage.documentName}`)) };
}

function quoteAround(sentences: readonly Sentence[], at: number): string {
  const from = BACK_REFERENCE.test(sentences[at]!.text) ? Math.max(0, at - 1) : at;
  let quote = '';
  for (const { text } of sentences.slice(from, from + MAX_SENTENCES)) {
    const spoken = speakable(text);
    if (quote !== '' && quote.length + spoken.length > MAX_CHARS) break;
    quote += `${quote && ' '}${spoken}`;
  }
  return quote;
}

function speakable(sentence: string): string {
  const plain = sentence
    .replace(/!?\[([^[\]]{0,300})\]\([^)]{0,500}\)/g, '$1')
    .replace(/(^|\s)[*_`#>|]+(?=\S)/g, '$1')
    .replace(/(?<=[^\s*_`|])[*_`|]+(?=[\s.,;:!?]|$)/g, '')
    .replace(/\bhttps?:\/\/(www\.)?/g, '')
    .trim();
  if (plain.length > MAX_CHARS) return `${plain.slice(0, MAX_CHARS)}…`;
  return /[.!?…:。！？]["'”)]?$/u.test(plain) ? plain : `${plain}.`;
}

/** Returns a document's name as one would say it: `returns-policy_v2.pdf` becomes “returns policy v2”. */
export function sayDocumentName(name: string): string {
  const plain = name.replace(/\.(pdf|docx?|md|markdown|txt|html?|csv|json)$/i, '').replace(/[\s_-]+/g, ' ');
  return `“${plain.trim().slice(0, 80)}”`;
}
