import { setTimeout } from 'node:timers/promises';
import { noCapacity } from '../../domain/errors.ts';
import { FairTurns } from '../../lib/fair-turns.ts';

/** A turn may take long if embeddings are read into memory. */
const BOUNDS = { atOnce: 4, waitingOfOne: 100, waiting: 1_000 };
const MAX_PAUSE_MS = 100;

/**
 * Organizations take turns at searching the embedded database, which does one thing at a time: one search of an
 * organization, and afterwards others have the database for as long.
 */
export class SearchTurns {
  readonly #turns = new FairTurns(BOUNDS, () => noCapacity('Too many searches are waiting; try again soon.'));

  /** @throws DomainError `capacity` if too many wait */
  run<T>(organizationId: string, search: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const turn = this.#turns.run(organizationId, async () => {
        const startedAt = performance.now();
        await search().then(resolve, reject);
        await setTimeout(Math.min(performance.now() - startedAt, MAX_PAUSE_MS));
      });
      turn.catch(reject);
    });
  }
}
