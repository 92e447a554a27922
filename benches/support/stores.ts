/** Stores to fill for a benchmark: PostgreSQL of this machine, or the embedded one. */
import { findPostgres, startPostgres } from '@visavis/tests/dist/support/postgres.js';
import type { Scope } from './scope.ts';

export type Kind = 'postgres' | 'embedded';

/** Returns the kinds of store of this machine, or the one that is wanted. */
export async function kindsOfStore(wanted: string): Promise<Kind[]> {
  const there: Kind[] = findPostgres() ? ['postgres', 'embedded'] : ['embedded'];
  return there.filter((kind) => !wanted || kind === wanted);
}

/** The address of one of its own. */
export async function ownPostgres(scope: Scope): Promise<string> {
  const server = await startPostgres({ durable: true });
  scope.later(() => server.stop());
  return server.url;
}
