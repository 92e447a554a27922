/** Stores to fill for a benchmark: PostgreSQL of this machine, or the embedded one. */
import { type Database, openDatabase } from '@visavis/server/dist/store/open-database.js';
import { findPostgres, startPostgres } from '@visavis/tests/dist/support/postgres.js';
import { type Scope, temporaryFolder } from './scope.ts';

export type Kind = 'postgres' | 'embedded';

const LONG_MS = 3_600_000;

/** Those of this machine, or the one that is wanted. */
export async function kindsOfStore(wanted: string): Promise<Kind[]> {
  const there: Kind[] = findPostgres() ? ['postgres', 'embedded'] : ['embedded'];
  return there.filter((kind) => !wanted || kind === wanted);
}

export async function openStore(scope: Scope, kind: Kind): Promise<Database> {
  const db =
    kind === 'postgres'
      ? await openDatabase({ url: await ownPostgres(scope), poolSize: 10, statementTimeoutMs: LONG_MS })
      : await openDatabase({
          dataDir: await temporaryFolder(scope),
          durable: false,
          vacuumMs: LONG_MS,
          statementTimeoutMs: LONG_MS,
        });
  scope.later(() => db.close());
  return db;
}

/** Its address. */
export async function ownPostgres(scope: Scope, options: { durable?: boolean } = {}): Promise<string> {
  const server = await startPostgres(options);
  scope.later(() => server.stop());
  return server.url;
}
