import type pg from 'pg';
import { type Logger, silentLogger } from '../../lib/logger.ts';
import { DatabaseError, toDatabaseError } from '../database-error.ts';
import { SafePool } from '../safe-client.ts';

export interface PostgresOptions {
  /** `postgres://user:password@host:port/database`, with libpq's parameters, such as `sslmode`. */
  url: string;
  log?: Logger;
  /** The maximum number of connections of this process. Default 20. */
  poolSize?: number;
  connectTimeoutMs?: number;
  statementTimeoutMs?: number;
  idleTransactionMs?: number;
  /** A schema to use instead of `public`, which must exist. For tests that share a database. */
  schema?: string;
}

const OLDEST_MAJOR = 15;

/** Opens a pool and checks that the server answers and is new enough. Errors name host and database, no password. */
export async function openPostgres(options: PostgresOptions): Promise<pg.Pool> {
  const log = options.log ?? silentLogger;
  const pool = new SafePool({
    connectionString: options.url,
    application_name: 'visavis',
    max: options.poolSize ?? 20,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 10_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    statement_timeout: options.statementTimeoutMs ?? 60_000,
    lock_timeout: 20_000,
    idle_in_transaction_session_timeout: options.idleTransactionMs ?? 30_000,
    options: options.schema ? `-c search_path=${options.schema}` : undefined,
  });
  pool.on('error', (error) =>
    log.warn(
      { event: 'store.idle_connection_broke', err: toDatabaseError(error) },
      'an idle connection to PostgreSQL was lost',
    ),
  );
  try {
    const { rows } = await pool.query<{ version: string }>(
      `select current_setting('server_version_num') as version`,
    );
    const major = Math.floor(Number(rows[0]?.version) / 10_000);
    if (major < OLDEST_MAJOR)
      throw new Error(`PostgreSQL ${major} is too old: at least version ${OLDEST_MAJOR} is required`);
    return pool;
  } catch (error) {
    await pool.end();
    if (error instanceof DatabaseError) throw new Error(`${describeTarget(options.url)}: ${error.message}`);
    throw error;
  }
}

function describeTarget(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `PostgreSQL at ${hostname || 'localhost'}${port ? `:${port}` : ''}${pathname}`;
}
