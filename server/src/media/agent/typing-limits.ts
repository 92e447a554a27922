import { RateGate } from '../../lib/rate-gate.ts';
import { RecentMap } from '../../lib/recent-map.ts';

/** Maximum texts per minute, and in a burst: nobody types more, and the organization pays for each request. */
const PER_CONVERSATION = 30;
/** The same for all conversations of an organization together, including those started one after another. */
const PER_ORGANIZATION = 600;
const MAX_ORGANIZATIONS = 10_000;

/** Limits how much may be typed. Shared by the conversations of a process. */
export class TypingLimits {
  readonly #now: (() => number) | undefined;
  readonly #organizations: RecentMap<string, RateGate>;

  /** @param now returns the milliseconds of a monotonic clock */
  constructor(now?: () => number) {
    this.#now = now;
    this.#organizations = new RecentMap(MAX_ORGANIZATIONS, () => this.#gate(PER_ORGANIZATION));
  }

  /**
   * Returns a function that counts each text of a new conversation. It returns `undefined` if the text may be answered,
   * otherwise the reason why not, as words that end a sentence.
   */
  forConversation(organizationId: string): () => string | undefined {
    const own = this.#gate(PER_CONVERSATION);
    return () => {
      // A text that its own conversation refuses does not use up the organization's allowance.
      if (!own.pass()) return `a conversation may send at most ${PER_CONVERSATION} messages per minute`;
      if (!this.#organizations.get(organizationId).pass())
        return `all conversations of the organization together may send at most ${PER_ORGANIZATION} messages per minute`;
      return undefined;
    };
  }

  #gate(maxPerMinute: number): RateGate {
    return new RateGate(maxPerMinute / 60, maxPerMinute, this.#now);
  }
}
