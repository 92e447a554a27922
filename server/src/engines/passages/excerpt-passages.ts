import type { FoundPassage } from '@visavis/contracts';
import { bestSentences, contextStart, type ParsedPassage, rankSentences } from './rank-sentences.ts';

/**
 * Returns the sentences of passages that best answer a question, at most `maxCharacters` of them, in their order: a
 * line for each passage, which begins with its document and heading. Empty if there are no passages.
 */
export function excerptPassages(
  question: string,
  passages: readonly FoundPassage[],
  maxCharacters: number,
): string {
  const chosen = new Map<ParsedPassage, Set<number>>();
  let left = maxCharacters;
  for (const { passage, at } of bestSentences(rankSentences(question, passages))) {
    const taken = chosen.get(passage) ?? new Set();
    const begin = contextStart(passage, at);
    const added = Array.from({ length: at + 1 - begin }, (_, n) => begin + n).filter((n) => !taken.has(n));
    for (const n of added) left -= passage.sentences[n]!.text.length;
    // The best sentence is always there, if not all of it.
    if (left < 0 && chosen.size > 0) break;
    chosen.set(passage, new Set([...taken, ...added]));
  }
  return Array.from(chosen, ([passage, taken]) => {
    const { documentName, heading, sentences } = passage;
    const text = sentences.filter((_, n) => taken.has(n)).map((sentence) => sentence.text);
    const from = heading ? `${documentName} (${heading.slice(0, 80)})` : documentName;
    return `${from}: ${text.join(' ').slice(0, maxCharacters)}`;
  }).join('\n');
}
