import { checkPlaces } from '../../domain/embeds/admit-embed.ts';
import type { Embed } from '../../domain/embeds/embeds.ts';
import { VisitorTurns } from '../../domain/embeds/visitor-turns.ts';

const MAX_EMBEDS = 10_000;

interface VisitedEmbed extends Pick<Embed, 'organizationId' | 'concurrentConversations'> {
  /** Number of the embed's conversations that are starting. */
  starting: number;
  turns: VisitorTurns;
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
    if (known) checkPlaces(known, known.starting);
  }

  opened({ id, organizationId, concurrentConversations }: Embed): VisitedEmbed {
    const known = this.#embeds.get(id);
    if (known) return Object.assign(known, { concurrentConversations });
    // They are added again when they are next visited.
    if (this.#embeds.size >= MAX_EMBEDS) this.#embeds.clear();
    const embed = { organizationId, concurrentConversations, starting: 0, turns: new VisitorTurns() };
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
