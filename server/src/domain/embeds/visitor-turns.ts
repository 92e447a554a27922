import { DomainError } from '../errors.ts';
import type { Embed } from './embeds.ts';

/** How long those who were refused go first: long enough that they may come back. */
const WAITING_MS = 300_000;
/** Of each embed. */
const MOST_ADDRESSES = 100;

interface Turn {
  address: string;
  /** When it is forgotten, in ms. */
  until: number;
}

/**
 * Who may take the last free place of an embed. An address that has begun a conversation leaves it free as long as another
 * was refused a moment ago and has not come in since; so none holds all places again and again while others are refused.
 */
export class VisitorTurns {
  /** Conversations that are being begun, or may run still, or ended a moment ago. */
  readonly #begun = new Set<Turn>();
  /** By address: when it is forgotten, in ms. */
  readonly #refused = new Map<string, number>();

  /**
   * @param start begins a conversation while fewer than `places` run
   * @throws DomainError as `start`
   */
  async take<Started>(
    address: string,
    { concurrentConversations, maxSeconds }: Pick<Embed, 'concurrentConversations' | 'maxSeconds'>,
    now: number,
    start: (places: number) => Promise<Started>,
  ): Promise<Started> {
    this.#forget(now);
    const hadOne = [...this.#begun].some((turn) => turn.address === address);
    const mayTakeAll = !hadOne || this.#refused.size === 0;
    const turn = { address, until: now + maxSeconds * 1_000 + WAITING_MS };
    this.#begun.add(turn);
    if (this.#begun.size > MOST_ADDRESSES) this.#begun.delete(this.#begun.values().next().value!);
    try {
      const started = await start(concurrentConversations - (mayTakeAll ? 0 : 1));
      this.#refused.delete(address);
      return started;
    } catch (error) {
      this.#begun.delete(turn);
      if (!hadOne && error instanceof DomainError && error.code === 'concurrency_limit') {
        this.#refused.delete(address);
        this.#refused.set(address, now + WAITING_MS);
        if (this.#refused.size > MOST_ADDRESSES) this.#refused.delete(this.#refused.keys().next().value!);
      }
      throw error;
    }
  }

  #forget(now: number): void {
    for (const turn of this.#begun) if (turn.until <= now) this.#begun.delete(turn);
    for (const [address, until] of this.#refused) if (until <= now) this.#refused.delete(address);
  }
}
