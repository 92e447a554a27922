import type pg from 'pg';
import { type Logger, silentLogger } from '../../lib/logger.ts';
import { type Migration, readMigrations } from './read-migrations.ts';

/** The database and the code do not match; the message says which is behind. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/** The key of the advisory lock under which one process at a time migrates ("visavis" in ASCII). */
const LOCK_KEY = '33341259757545843';

export const createMigrationsTable = `
  create table if not exists schema_migrations (
    version integer primary key,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`;

/** How often a long migration is reported. */
const PROGRESS_MS = 10_000;

export const INSERT_MIGRATION = 'insert into schema_migrations (version, name, checksum) values ($1, $2, $3)';

/**
 * Brings the database to the newest migration, each in a transaction of its own, and returns the names of those
 * applied. Many processes may call it at once: the lock is taken inside each transaction, so it also works through a
 * connection pooler and ends with a process that dies. Throws `MigrationError` if the database is newer than the code
 * or an applied migration has changed. `upTo` stops after the migration with that number.
 */
export async function runMigrations(
  pool: pg.Pool,
  options: { folder?: string; log?: Logger; upTo?: number; progressMs?: number } = {},
): Promise<string[]> {
  const log = options.log ?? silentLogger;
  const upTo = options.upTo ?? Number.POSITIVE_INFINITY;
  const known = (await readMigrations(options.folder)).filter(({ version }) => version <= upTo);
  const applied: string[] = [];
  for (;;) {
    const client = await pool.connect();
    try {
      const name = await applyNext(client, known, (next) => logProgress(next, log, options.progressMs));
      if (name === undefined) return applied;
      applied.push(name);
      log.info({ event: 'migration.applied', migration: name }, 'the service applied a database migration');
    } finally {
      client.release();
    }
  }
}

/** Logs progress, because on a large store a migration takes minutes. Returns a function that stops it. */
function logProgress(migration: string, log: Logger, progressMs = PROGRESS_MS): () => void {
  const from = performance.now();
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - from) / 1_000);
    log.info(
      { event: 'migration.running', migration, seconds },
      'a database migration is still running; do not stop it, because it would start from the beginning',
    );
  }, progressMs).unref();
  return () => clearInterval(timer);
}

async function applyNext(
  client: pg.PoolClient,
  known: Migration[],
  begin: (name: string) => () => void,
): Promise<string | undefined> {
  await client.query('begin');
  try {
    // A migration may take long, and so may waiting for another process that migrates.
    await client.query('set local statement_timeout = 0');
    await client.query('set local lock_timeout = 0');
    await client.query('select pg_advisory_xact_lock($1)', [LOCK_KEY]);
    await client.query(createMigrationsTable);
    const { rows } = await client.query<{ version: number; checksum: string }>(
      'select version, checksum from schema_migrations order by version',
    );
    const next = nextMigration(known, rows);
    if (next) {
      const end = begin(fullName(next));
      await client.query(next.sql).finally(end);
      await client.query(INSERT_MIGRATION, [next.version, next.name, next.checksum]);
    }
    await client.query('commit');
    return next && fullName(next);
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

function nextMigration(
  known: Migration[],
  applied: { version: number; checksum: string }[],
): Migration | undefined {
  const newest = known.at(-1)?.version ?? 0;
  for (const { version } of applied) {
    if (version > newest) {
      throw new MigrationError(
        `the database is at migration ${version}, but this release knows only up to ${newest}: start a newer release`,
      );
    }
  }
  for (const [index, migration] of known.entries()) {
    const row = applied[index];
    if (!row) return migration;
    if (row.version !== migration.version) {
      throw new MigrationError(
        `migration ${fullName(migration)} does not follow the applied migrations (${row.version} was applied in its place)`,
      );
    }
    if (row.checksum !== migration.checksum) {
      throw new MigrationError(`migration ${fullName(migration)} was changed after it was applied`);
    }
  }
  return undefined;
}

function fullName(migration: Migration): string {
  return `${String(migration.version).padStart(4, '0')}-${migration.name}`;
}
