import { RateGate } from '../../lib/rate-gate.ts';
import { RecentMap } from '../../lib/recent-map.ts';

/** Texts a minute, and at once. Nobody types more, and each may have a model asked that the organization pays for. */
const OF_CONVERSATION = 30;
/** In all conversations of an organization together, also those that somebody starts one after another. */
const OF_ORGANIZATION = 600;
const MAX_ORGANIZATIONS = 10_000;

/** How much may be typed. Shared by the conversations of a process. */
export class TypingBounds {
  readonly #now: (() => number) | undefined;
  readonly #organizations: RecentMap<string, RateGate>;

  /** @param now milliseconds of a monotonic clock */
  constructor(now?: () => number) {
    this.#now = now;
    this.#organizations = new RecentMap(MAX_ORGANIZATIONS, () => this.#gate(OF_ORGANIZATION));
  }

  /**
   * Returns what counts each text of a new conversation, and returns why it is not answered, in words that end a
   * sentence; `undefined` where it is.
   */
  ofConversation(organizationId: string): () => string | undefined {
    const own = this.#gate(OF_CONVERSATION);
    return () => {
      // Whoever is refused uses up nothing of the others'.
      if (!own.pass()) return `more than ${OF_CONVERSATION} a minute are not answered`;
      if (!this.#organizations.get(organizationId).pass()) return 'too many people type at the moment';
      return undefined;
    };
  }

  #gate(most: number): RateGate {
    return new RateGate(most / 60, most, this.#now);
  }
}
