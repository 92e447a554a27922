import { LastPlace } from '../../lib/last-place.ts';
import { DomainError } from '../errors.ts';
import { checkConcurrency } from './admit-embed.ts';
import type { Embed } from './embeds.ts';

const MAX_EMBEDS = 10_000;

interface VisitedEmbed extends Pick<Embed, 'organizationId' | 'concurrentConversations'> {
  /** Number of the embed's conversations that are starting. */
  starting: number;
  /** Decides which address may take its last free place. */
  lastPlace: LastPlace;
}

/** Remembers embeds opened in this process, by id, so that some requests can be refused without asking the store. */
export class VisitedEmbeds {
  readonly #embeds = new Map<string, VisitedEmbed>();

  organizationOf(id: string): string | undefined {
    return this.#embeds.get(id)?.organizationId;
  }

  /** @throws DomainError `concurrency_limit` while as many are starting as may run */
  checkStart(id: string): void {
    const known = this.#embeds.get(id);
    if (known) checkConcurrency(known, known.starting);
  }

  remember({ id, organizationId, concurrentConversations }: Embed): VisitedEmbed {
    const known = this.#embeds.get(id);
    if (known) return Object.assign(known, { concurrentConversations });
    // They are added again when they are next visited.
    if (this.#embeds.size >= MAX_EMBEDS) this.#embeds.clear();
    const lastPlace = new LastPlace({ waitingMs: 300_000, maxRemembered: 100 });
    const embed = { organizationId, concurrentConversations, starting: 0, lastPlace };
    this.#embeds.set(id, embed);
    return embed;
  }

  /**
   * @param start starts a conversation with these terms, which reserve a place if it is another address's turn
   * @throws DomainError like `checkStart`, and like `start`
   */
  async whileStarting<T>(
    embed: Embed,
    address: string,
    now: number,
    start: (terms: Embed) => Promise<T>,
  ): Promise<T> {
    const visited = this.remember(embed);
    const { lastPlace } = visited;
    checkConcurrency(visited, visited.starting);
    const hasRecentStart = lastPlace.hasBegun(address, now);
    const reserved = hasRecentStart && lastPlace.isReserved(now) ? 1 : 0;
    const withdraw = lastPlace.begun(address, now + embed.maxSeconds * 1_000);
    visited.starting++;
    try {
      const concurrentConversations = embed.concurrentConversations - reserved;
      const started = await start({ ...embed, concurrentConversations });
      lastPlace.admitted(address);
      return started;
    } catch (error) {
      withdraw();
      if (!hasRecentStart && error instanceof DomainError && error.code === 'concurrency_limit')
        lastPlace.refused(address, now);
      throw error;
    } finally {
      visited.starting--;
    }
  }
}
