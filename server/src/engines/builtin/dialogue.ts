import type { FoundPassage } from '@visavis/contracts';
import { termsOf } from '../passages/terms.ts';
import { CONFIDENT, quotePassage, sayDocumentName } from './quote-passage.ts';
import { answerSmallTalk, notKnown, type Reply, type Speaker, withoutOpening } from './small-talk.ts';

/** Rejects if the knowledge base cannot be reached, or with the signal's reason. */
export type Search = (query: string, take: number, signal: AbortSignal) => Promise<FoundPassage[]>;

const MAX_PASSAGES = 8;
/** How many characters of an utterance are read: the last ones, because that is where a question usually is. */
const MAX_CHARS = 600;
const MAX_QUERY_CHARS = 300;
const MAX_CONTEXT_CHARS = 20_000;

/** Decides what the character says: it quotes documents and context, or says that they hold no answer. */
export class Dialogue {
  readonly #search: Search | undefined;
  readonly #speaker: Speaker;
  /** Context for this conversation, newest first. */
  #context = '';

  /** `search` is absent if the conversation has no knowledge base. */
  constructor(search: Search | undefined, speaker: Omit<Speaker, 'hasDocuments'>) {
    this.#search = search;
    this.#speaker = { ...speaker, hasDocuments: search !== undefined };
  }

  addContext(text: string): void {
    this.#context = `${text}\n\n${this.#context}`.slice(0, MAX_CONTEXT_CHARS);
  }

  /** Rejects with the signal's reason if it is aborted during the search. */
  async answer(raw: string, signal: AbortSignal): Promise<Reply> {
    const said = raw.slice(-MAX_CHARS).replace(/\s+/g, ' ').trim();
    const talk = answerSmallTalk(said, this.#speaker);
    if (talk) return talk;
    try {
      return (await this.#quote(withoutOpening(said), signal)) ?? notKnown(said, this.#speaker);
    } catch {
      signal.throwIfAborted();
      return { text: 'I cannot reach my documents just now. Please ask me again in a moment.' };
    }
  }

  async #quote(question: string, signal: AbortSignal): Promise<Reply | undefined> {
    // Numbers alone, as in a sum, have no topic.
    if (!termsOf(question).some((term) => /\p{L}/u.test(term))) return undefined;
    const found = (await this.#search?.(question.slice(0, MAX_QUERY_CHARS), MAX_PASSAGES, signal)) ?? [];
    signal.throwIfAborted();
    const context = { documentId: '', documentName: '', text: this.#context, score: found[0]?.score ?? 1 };
    const quote = quotePassage(question, [...found, context]);
    if (!quote) return undefined;
    const { documentName, text, confidence } = quote;
    const source = documentName === '' ? 'I was told: ' : `In ${sayDocumentName(documentName)} it says: `;
    const doubt = confidence < CONFIDENT ? 'I am not sure that this answers it. ' : '';
    return { text: doubt + source + text };
  }
}
