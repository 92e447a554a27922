import { setTimeout } from 'node:timers/promises';
import { noCapacity } from '../../domain/errors.ts';
import { FairTurns } from '../../lib/fair-turns.ts';

/** One place may be taken for long where embeddings are read into memory. */
const BOUNDS = { atOnce: 4, waitingOfOne: 100, waiting: 1_000 };
const LONGEST_PAUSE_MS = 100;

/**
 * The turns of organizations at searching the embedded database, which does one thing at a time: one search of an
 * organization, and after it others have the database for as long.
 */
export class SearchTurns {
  readonly #turns = new FairTurns(BOUNDS, () => noCapacity('Too many searches are waiting; try again soon.'));

  /** @throws DomainError `capacity` when too many wait */
  run<T>(organizationId: string, search: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const turn = this.#turns.run(organizationId, async () => {
        const startedAt = performance.now();
        await search().then(resolve, reject);
        await setTimeout(Math.min(performance.now() - startedAt, LONGEST_PAUSE_MS));
      });
      turn.catch(reject);
    });
  }
}
