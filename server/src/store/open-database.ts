import { Kysely } from 'kysely';
import type pg from 'pg';
import { withTimeout } from '../lib/timeout.ts';
import { type EmbeddedOptions, openEmbedded } from './embedded/open-embedded.ts';
import { requeueExpired } from './jobs/job-statements.ts';
import { readMigrations } from './migrations/read-migrations.ts';
import { runMigrations } from './migrations/run-migrations.ts';
import { openPostgres, type PostgresOptions } from './postgres/open-postgres.ts';
import { endPool } from './safe-client.ts';
import type { Schema } from './schema.ts';
import { GuardedDialect } from './tenants/tenant-guard.ts';

export interface Database {
  readonly kind: 'embedded' | 'postgres';
  readonly kysely: Kysely<Schema>;
  /** The pool that Kysely uses, for plain SQL and LISTEN. */
  readonly pool: pg.Pool;
  /** Whether the database responds within two seconds. Never rejects. */
  isAvailable(): Promise<boolean>;
  /** Waits up to ten seconds for connections in use, then closes anyway. May be called repeatedly. */
  close(): Promise<void>;
}

export type DatabaseOptions = (Omit<EmbeddedOptions, 'newWith'> | PostgresOptions) & {
  /** Whether to migrate the schema to the newest migration first. Default true. */
  migrate?: boolean;
};

const AVAILABILITY_TIMEOUT_MS = 2_000;

/**
 * Opens the store and migrates it: PostgreSQL if `url` is given, otherwise the embedded database in `dataDir`. Both
 * provide the same pool, with the same types and errors (`DatabaseError`) from the same driver.
 *
 * Throws `DataDirectoryError`, `DirectoryInUseError`, `MigrationError`, or an `Error` that names the server that does
 * not answer, each with a one-line message for the operator.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const opened = await openPool(options);
  try {
    if (options.migrate ?? true) {
      await runMigrations(opened.pool, { log: options.log });
    }
  } catch (error) {
    await opened.close();
    throw error;
  }
  const { kind, pool, close } = opened;
  // Kysely is not destroyed on close, because that would end the pool, which `close` ends in the right order.
  const kysely = new Kysely<Schema>({ dialect: new GuardedDialect({ pool }) });
  // Only this process uses the embedded database, so jobs marked as running died with the previous process.
  if (kind === 'embedded' && (options.migrate ?? true)) await requeueExpired(kysely, true);
  return { kind, kysely, pool, close, isAvailable: () => isAvailable(pool) };
}

interface OpenedPool {
  kind: Database['kind'];
  pool: pg.Pool;
  close: () => Promise<void>;
}

async function openPool(options: DatabaseOptions): Promise<OpenedPool> {
  if ('url' in options) {
    const pool = await openPostgres(options);
    let closing: Promise<void> | undefined;
    const close = () => {
      closing ??= endPool(pool);
      return closing;
    };
    return { kind: 'postgres', pool, close };
  }
  const initialMigrations = (options.migrate ?? true) ? await readMigrations() : [];
  const { pool, close } = await openEmbedded({ ...options, initialMigrations });
  return { kind: 'embedded', pool, close };
}

const isAvailable = (pool: pg.Pool): Promise<boolean> =>
  withTimeout(pool.query('select 1'), AVAILABILITY_TIMEOUT_MS, 'no response').then(
    () => true,
    () => false,
  );
