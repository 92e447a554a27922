import type { ConversationEvent, EndReason, TimelineType } from '@visavis/contracts';
import type { Clock } from '../lib/clock.ts';

export type Author = 'system' | 'user' | 'character';

/** Characters; the result of a tool may be of any length. */
const MAX_CONTENT = 10_000;

/** Writes what happens in a conversation as events, in order, and nothing after its end. */
export class Reporter {
  readonly #clock: Clock;
  readonly #emit: (event: ConversationEvent) => void;
  #ended = false;

  constructor(clock: Clock, emit: (event: ConversationEvent) => void) {
    this.#clock = clock;
    this.#emit = emit;
  }

  /** `content`: plain text, or an object of measured values, which is written as JSON. */
  timeline(type: TimelineType, author: Author, content: string | object): void {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    const kept = text.length > MAX_CONTENT ? `${text.slice(0, MAX_CONTENT)}…` : text;
    this.#report({ kind: 'timeline', at: this.#clock.wall(), type, author, content: kept });
  }

  transcript(entryId: string, author: 'user' | 'character', content: string, final: boolean): void {
    this.#report({ kind: 'transcript', at: this.#clock.wall(), entryId, author, content, final });
  }

  joined(): void {
    this.#report({ kind: 'joined', at: this.#clock.wall() });
  }

  /** `at`: when it really ended, if that was earlier than now (the consumer had left before the grace ran out). */
  ended(reason: EndReason, detail: string | undefined, at = this.#clock.wall()): void {
    this.#report({ kind: 'ended', at, reason, ...(detail && { detail }) });
    this.#ended = true;
  }

  #report(event: ConversationEvent): void {
    if (!this.#ended) this.#emit(event);
  }
}
