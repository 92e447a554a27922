import type { FoundPassage } from '@visavis/contracts';
import type { Finding } from '../answers/look-up.ts';
import { readPassage } from '../answers/passage-units.ts';
import { termsOf } from '../answers/words.ts';

/** Two answers to one question, each with what it is about, in the words of its heading. */
export interface Choice {
  findings: [Finding, Finding];
  labels: [string, string];
}

/** `undefined` where the two stand in different documents, or nothing distinguishes them. */
export function readChoice(one: Finding, other: Finding): Choice | undefined {
  if (one.answer.documentName !== other.answer.documentName) return undefined;
  const [first, second] = [one, other].map(({ passages, answer }) => headingOf(passages[answer.passage]!));
  if (!first || !second || first === second) return undefined;
  return { findings: [one, other], labels: [first, second] };
}

/** What the user means by these words: one of the two, both, or none of them. */
export function chosenOf({ findings, labels }: Choice, plain: string): Finding[] {
  if (/\b(?:both|all of them)\b/.test(plain)) return findings;
  if (/^(?:the )?(?:first|former)(?: one)?$/.test(plain)) return [findings[0]];
  if (/^(?:the )?(?:second|latter|other|last)(?: one)?$/.test(plain)) return [findings[1]];
  const words = termsOf(plain);
  const [first, second] = labels.map((label) => {
    const terms = new Set(termsOf(label));
    return words.filter((word) => terms.has(word)).length;
  });
  // With more than a word or two beside the name it is a new question.
  if (first === second || words.length > Math.max(first!, second!) + 2) return [];
  return [findings[first! > second! ? 0 : 1]!];
}

/** The subjects of passages, by their headings, each once. */
export function topicsOf(passages: readonly FoundPassage[]): string[] {
  return [...new Set(passages.map(headingOf))].filter((topic) => topic !== '');
}

/** The innermost heading; empty where there is none, or it is too long to be said. */
function headingOf(passage: FoundPassage): string {
  const innermost = readPassage(passage).heading.split(' › ').at(-1)?.trim() ?? '';
  return innermost.length <= 40 ? innermost : '';
}
