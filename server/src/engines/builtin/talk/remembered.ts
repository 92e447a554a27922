import type { RecalledMemory } from '@visavis/contracts';
import { trimEnd } from '../../../lib/trim-end.ts';
import { relatedStems } from '../answers/synonyms.ts';
import { termsOf } from '../answers/words.ts';
import { findCommand } from './commands.ts';

interface Memory {
  content: string;
  terms: Set<string>;
}

const TOLD = 3;

/** "What did I tell you about my dog last time?": what is asked for stands after "about". */
const RECALL =
  /^(?:(?:and|so|but|well|hello|hi|please|then|can you tell me|tell me) )*(?:what (?:did|have|had) i (?:tell|told|say|said|mention|mentioned)(?: to)?(?: you)?|what do you (?:still )?(?:remember|know|recall)|do you (?:still )?(?:remember|recall)(?: (?:me|us|what i (?:said|told you)|our (?:last |previous )?(?:talk|conversation|chat)))?|have we (?:met|talked|spoken))(?: (?:about|of|regarding) (?<topic>.+?))?(?: (?:last time|yesterday|before|earlier|already|again|the other day))*$/u;
/** Asks for something of the user's own, which no document knows. */
const PERSONAL =
  /\bmy\b|\bmine\b|\b(?:am|was) i\b|\b(?:do|did) i (?:live|work|come|like|love|prefer|want|have|own|study|play|eat|drink)\b/u;
const QUESTION = /^(?:and |so )?(?:who|what|which|where|when|why|how|do|did|am|was|is|are)\b/u;

/** What the user said in earlier conversations. It is quoted, never paraphrased: rules would get a paraphrase wrong. */
export class Remembered {
  /** The agent has a memory, which may be empty. */
  readonly isOn: boolean;
  /** Newest first. */
  readonly #memories: Memory[];

  /** `memories`: oldest first; absent where the agent has no memory. */
  constructor(memories: readonly RecalledMemory[] | undefined) {
    this.isOn = memories !== undefined;
    this.#memories = (memories ?? [])
      .map(({ content }) => ({ content, terms: new Set(termsOf(content)) }))
      .reverse();
  }

  get isEmpty(): boolean {
    return this.#memories.length === 0;
  }

  /** The name that the user gave last. */
  get userName(): string | undefined {
    for (const { content } of this.#memories) {
      const command = findCommand(content, content.toLowerCase());
      if (command?.name === 'introduction') return command.userName;
    }
    return undefined;
  }

  /** What to say to a question about earlier conversations; `undefined` where it is none. */
  recall(plain: string): string[] | undefined {
    const match = this.isOn ? RECALL.exec(plain) : null;
    if (!match) return undefined;
    const topic = match.groups?.topic;
    const isOfMe = topic === undefined || /^(?:me|us|myself)$/.test(topic);
    const found = isOfMe ? this.#memories.slice(0, TOLD) : this.#about(termsOf(topic), 1);
    if (found.length > 0) return quote(found.slice(0, TOLD));
    return isOfMe
      ? [
          'I do not remember anything that you told me before.',
          'There is nothing that I remember of you yet.',
        ]
      : [
          'I do not remember that you told me anything about that.',
          'You have not told me about that, as far as I remember.',
        ];
  }

  /** The answer to a question about the user's own things, where one memory holds all its terms. */
  answer(plain: string): string[] | undefined {
    if (!PERSONAL.test(plain) || !QUESTION.test(plain)) return undefined;
    const terms = termsOf(plain);
    const [best] = terms.length === 0 ? [] : this.#about(terms, terms.length);
    return best && quote([best]);
  }

  /** Memories that share at least so many of the terms, those with the most first. */
  #about(terms: readonly string[], atLeast: number): Memory[] {
    const asked = [...new Set(terms)];
    return this.#memories
      .map((memory) => ({
        memory,
        shared: asked.filter(
          (term) => memory.terms.has(term) || [...relatedStems(term)].some((one) => memory.terms.has(one)),
        ).length,
      }))
      .filter(({ shared }) => shared >= Math.min(atLeast, asked.length) && shared > 0)
      .sort((a, b) => b.shared - a.shared)
      .map(({ memory }) => memory);
  }
}

function quote(memories: readonly Memory[]): string[] {
  const quotes = memories.map(({ content }) => `“${trimEnd(content, '.!')}”`);
  const all = quotes.length === 1 ? quotes[0]! : `${quotes.slice(0, -1).join(', ')} and ${quotes.at(-1)}`;
  return [`You told me: ${all}.`, `You said ${all}.`, `I remember that you said ${all}.`];
}
