import type { FoundPassage } from '@visavis/contracts';
import { detectLanguage } from '../../lib/detect-language.ts';
import { CONFIDENT, quotePassage, sayDocumentName } from './answers/quote-passage.ts';
import { termsOf } from './answers/words.ts';
import { answerSmallTalk, type Reply, STAND_IN, withoutOpening } from './small-talk.ts';

/** Rejects if the knowledge base cannot be reached, or with the signal's reason. */
export type Search = (query: string, take: number, signal: AbortSignal) => Promise<FoundPassage[]>;

const TAKE = 8;
/** How many characters of an utterance are read: the last ones, because that is where a question usually is. */
const MAX_CHARS = 600;
const MAX_QUERY_CHARS = 300;
const MAX_CONTEXT_CHARS = 20_000;
/** An utterance that can be repeated to the user: short, and in letters that the voice knows. */
const SPEAKABLE = /^[\p{Script=Latin}\p{N}\p{P}\p{Sm}\p{Sc} ]{1,100}$/u;

/** Decides what the character says: it quotes documents and context, or says that they hold no answer. */
export class Dialogue {
  readonly #search: Search | undefined;
  readonly #name: string | undefined;
  /** Context for this conversation, newest first. */
  #context = '';

  /** `search` is absent if the conversation has no knowledge base; `name` is the character's. */
  constructor(search: Search | undefined, name?: string) {
    this.#search = search;
    this.#name = name;
  }

  addContext(text: string): void {
    this.#context = `${text}\n\n${this.#context}`.slice(0, MAX_CONTEXT_CHARS);
  }

  /** Rejects with the signal's reason if it is aborted during the search. */
  async answer(raw: string, signal: AbortSignal): Promise<Reply> {
    const said = raw.slice(-MAX_CHARS).replace(/\s+/g, ' ').trim();
    const talk = answerSmallTalk(said, this.#search !== undefined, this.#name);
    if (talk) return talk;
    try {
      return (await this.#quote(withoutOpening(said), signal)) ?? this.#notKnown(said);
    } catch {
      signal.throwIfAborted();
      return { text: 'I cannot reach my documents just now. Please ask me again in a moment.' };
    }
  }

  async #quote(question: string, signal: AbortSignal): Promise<Reply | undefined> {
    // Numbers alone, as in a sum, have no topic.
    if (!termsOf(question).some((term) => /\p{L}/u.test(term))) return undefined;
    const found = (await this.#search?.(question.slice(0, MAX_QUERY_CHARS), TAKE, signal)) ?? [];
    signal.throwIfAborted();
    const context = { documentId: '', documentName: '', text: this.#context, score: found[0]?.score ?? 1 };
    const quote = quotePassage(question, [...found, context]);
    if (!quote) return undefined;
    const { documentName, text, confidence } = quote;
    const source = documentName === '' ? 'I was told: ' : `In ${sayDocumentName(documentName)} it says: `;
    const doubt = confidence < CONFIDENT ? 'I am not sure that this answers it. ' : '';
    return { text: doubt + source + text };
  }

  #notKnown(said: string): Reply {
    const what = SPEAKABLE.test(said) ? `“${said}”` : 'that';
    const found = this.#search
      ? `I found nothing in my documents on ${what}`
      : `I have no answer to ${what}: I have no documents`;
    const isEnglish = (detectLanguage(said) ?? 'en') === 'en';
    return { text: `${found}, and ${STAND_IN}.${isEnglish ? '' : ' I understand English best.'}` };
  }
}
