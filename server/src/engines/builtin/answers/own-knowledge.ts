import type { FoundPassage } from '@visavis/contracts';
import { splitSentences } from '../../../lib/split-sentences.ts';
import { relatedStems } from './synonyms.ts';
import { termsOf } from './words.ts';

const MAX_SENTENCES = 400;

/** Orders to the character, and what it must keep to itself, are never quoted. */
const ORDER =
  /^(you|your|be|always|never|do|don't|don’t|if|when|act|play|speak|answer|reply|respond|keep|use|avoid|help|ask|make|try|remember|stay|start|end|greet|tell|say|refuse|pretend|talk|please|only|under no)\b/i;
const PRIVATE =
  /\b(secret|confidential|internal|private|password|api key|token|(do not|don't|don’t|never|not) (reveal|share|mention|tell|disclose|say|give|repeat|quote|talk|discuss))\b/i;

/** What the character knows besides its documents: facts in its instructions, and context that came later. */
export class OwnKnowledge {
  readonly #sentences: { text: string; terms: Set<string> }[] = [];

  /** Keeps the facts of the instructions; orders and secrets are left out. */
  addInstructions(instructions: string): void {
    for (const paragraph of instructions.slice(0, 50_000).split(/\n\s*\n/)) {
      // A paragraph with one secret in it is secret as a whole.
      if (PRIVATE.test(paragraph)) continue;
      for (const line of paragraph.split('\n'))
        for (const sentence of splitSentences(line.replace(/^\s*(?:[-*•]|#+)\s*/, '')))
          if (!ORDER.test(sentence) && sentence.split(' ').length > 3) this.#add(sentence);
    }
  }

  addContext(text: string): void {
    for (const line of text.slice(0, 50_000).split('\n'))
      for (const sentence of splitSentences(line)) this.#add(sentence);
  }

  #add(sentence: string): void {
    this.#sentences.push({ text: sentence, terms: new Set(termsOf(sentence)) });
    if (this.#sentences.length > MAX_SENTENCES) this.#sentences.shift();
  }

  /** Sentences that share a term with the question, as passages without a document; newest first among equals. */
  search(terms: Iterable<string>, take: number): FoundPassage[] {
    const asked = [...terms];
    const found = this.#sentences.map((sentence, index) => {
      let score = 0;
      for (const term of asked) {
        if (sentence.terms.has(term)) score += 1;
        else if ([...relatedStems(term)].some((related) => sentence.terms.has(related))) score += 0.6;
      }
      return { sentence, score, index };
    });
    return found
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || b.index - a.index)
      .slice(0, take)
      .map(({ sentence, score }) => ({ documentId: '', documentName: '', text: sentence.text, score }));
  }
}
