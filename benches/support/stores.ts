/** Stores for a benchmark to fill: the machine's PostgreSQL, or the embedded one. */
import { findPostgres, startPostgres } from '@visavis/tests/dist/support/postgres.js';
import type { Scope } from './scope.ts';

export type Kind = 'postgres' | 'embedded';

/** Returns the kinds of store on this machine, or only the wanted one. */
export async function kindsOfStore(wanted: string): Promise<Kind[]> {
  const there: Kind[] = findPostgres() ? ['postgres', 'embedded'] : ['embedded'];
  return there.filter((kind) => !wanted || kind === wanted);
}

/** Starts a separate PostgreSQL, and returns its address. */
export async function ownPostgres(scope: Scope): Promise<string> {
  const server = await startPostgres({ durable: true });
  scope.later(() => server.stop());
  return server.url;
}
