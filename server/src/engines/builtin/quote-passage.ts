import type { FoundPassage } from '@visavis/contracts';
import {
  bestSentences,
  contextStart,
  type ParsedPassage,
  rankSentences,
} from '../passages/rank-sentences.ts';

export interface Quote {
  /** Empty if the quote is from no document. */
  documentName: string;
  /** Ready to be spoken: whole sentences without markup. */
  text: string;
  /** 0..1: how much of the question the best sentence and its surroundings cover. */
  confidence: number;
}

/** From this confidence on, a quote is given as certain; between `MIN_CONFIDENCE` and this, with a reservation. */
export const CONFIDENT = 0.5;
const MIN_CONFIDENCE = 0.33;
const MAX_SENTENCES = 4;
const MAX_CHARS = 320;

const SENTENCE_END = /[.!?…。！？]["'”)]?$/u;

/**
 * Returns the sentence that best answers a question, with those before and after it that belong to it, or `undefined` if
 * none is about the question.
 */
export function quotePassage(question: string, passages: readonly FoundPassage[]): Quote | undefined {
  const ranked = rankSentences(question, passages);
  const [best] = ranked;
  if (!best || best.confidence < MIN_CONFIDENCE) return undefined;
  const { passage, confidence } = best;
  const relevant = bestSentences(ranked).filter((each) => each.passage === passage);
  const text = quoteAround(passage, best.at, new Set(relevant.map(({ at }) => at)));
  return { documentName: passage.documentName, confidence, text };
}

function quoteAround(passage: ParsedPassage, best: number, relevant: ReadonlySet<number>): string {
  const from = contextStart(passage, best);
  let quote = '';
  for (const [n, { text }] of passage.sentences.slice(from, from + MAX_SENTENCES).entries()) {
    const at = from + n;
    // A heading, or what a colon introduces, is nothing without what follows it.
    const continuesPrevious = at > 0 && !SENTENCE_END.test(passage.sentences[at - 1]!.text);
    if (at > best && !continuesPrevious && !relevant.has(at) && contextStart(passage, at) === at) break;
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
