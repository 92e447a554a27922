/** The checks of `/readyz`. Their reasons are public, so they contain no address and no query. */
import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../domain/clock.ts';
import { Readiness } from '../domain/readiness.ts';
import type { Foundation } from './foundation.ts';

/** A key without a blob: the check only tests whether the storage responds. */
const NO_BLOB = 'health/none';

export function composeReadiness({ config, database, rooms, workers, blobs }: Foundation): Readiness {
  return new Readiness(
    [
      {
        name: 'store',
        check: async () => ((await database.isAvailable()) ? undefined : 'the database does not respond'),
      },
      { name: 'rooms', check: () => rooms.check() },
      {
        name: 'workers',
        check: async () => {
          const ready = workers.stats().workers.some(({ ready, leaving }) => ready && !leaving);
          return ready ? undefined : 'no conversation worker is ready';
        },
      },
      {
        name: 'files',
        check: async () => {
          if (config.s3) await blobs.get(NO_BLOB);
          else await access(join(config.dataDir, 'files'), constants.R_OK | constants.W_OK);
          return undefined;
        },
      },
    ],
    systemClock,
  );
}
