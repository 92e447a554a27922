import { checkPlaces } from '../../domain/embeds/admit-embed.ts';
import type { Embed } from '../../domain/embeds/embeds.ts';
import { VisitorTurns } from '../../domain/embeds/visitor-turns.ts';

const MAX_EMBEDS = 10_000;

interface VisitedEmbed extends Pick<Embed, 'organizationId' | 'concurrentConversations'> {
  /** How many conversations of the embed are being started. */
  starting: number;
  turns: VisitorTurns;
}

/** Remembers embeds that were opened in this process, by id, so that some requests are refused before the store is asked. */
export class VisitedEmbeds {
  readonly #embeds = new Map<string, VisitedEmbed>();

  organizationOf(id: string): string | undefined {
    return this.#embeds.get(id)?.organizationId;
  }

  /** @throws DomainError `concurrency_limit` while as many are being started as may run */
  checkStart(id: string): void {
    const known = this.#embeds.get(id);
    if (known) checkPlaces(known, known.starting);
  }

  opened({ id, organizationId, concurrentConversations }: Embed): VisitedEmbed {
    const known = this.#embeds.get(id);
    if (known) return Object.assign(known, { concurrentConversations });
    // All are known again once they are visited again.
    if (this.#embeds.size >= MAX_EMBEDS) this.#embeds.clear();
    const embed = { organizationId, concurrentConversations, starting: 0, turns: new VisitorTurns() };
    this.#embeds.set(id, embed);
    return embed;
  }

  /**
   * @param start begins a conversation of these terms, which leave a place to another address where it is its turn
   * @throws DomainError as `checkStart`, and as `start`
   */
  async whileStarting<T>(
    embed: Embed,
    address: string,
    now: number,
    start: (terms: Embed) => Promise<T>,
  ): Promise<T> {
    const visited = this.opened(embed);
    checkPlaces(visited, visited.starting);
    visited.starting++;
    try {
      return await visited.turns.take(address, embed, now, (concurrentConversations) =>
        start({ ...embed, concurrentConversations }),
      );
    } finally {
      visited.starting--;
    }
  }
}
