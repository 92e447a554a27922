import type pg from 'pg';
import { type Logger, silentLogger } from '../../lib/logger.ts';
import type { Migration } from '../migrations/read-migrations.ts';
import { endPool, SafePool } from '../safe-client.ts';
import { BrokenStoreError, hasCluster, prepareDirectory } from './data-directory.ts';
import { type DirectoryLock, lockDirectory } from './directory-lock.ts';
import { EmbeddedServer } from './embedded-server.ts';
import { startMaintenance } from './maintenance.ts';
import { unpackTemplate } from './template.ts';
import { WireStream } from './wire-stream.ts';

export interface EmbeddedOptions {
  /** The database lives in `<dataDir>/database`. */
  dataDir: string;
  log?: Logger;
  /** Defaults to true. False skips every fsync: for tests and benchmarks only. */
  durable?: boolean;
  /** Migrations that the template of a new database already contains, which saves the time to apply them. */
  initialMigrations?: Migration[];
  statementTimeoutMs?: number;
  idleTransactionMs?: number;
  checkpointMs?: number;
  vacuumMs?: number;
}

export interface EmbeddedDatabase {
  pool: pg.Pool;
  server: EmbeddedServer;
  close: () => Promise<void>;
}

/**
 * Opens the embedded database, and creates it at the first start. Throws `DataDirectoryError` or `DirectoryInUseError`,
 * with messages for the operator.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const directory = await prepareDirectory(options.dataDir);
  const lock = await lockDirectory(directory.root);
  try {
    const durable = options.durable ?? true;
    if (!(await hasCluster(directory))) {
      await unpackTemplate(directory.cluster, { durable, migrations: options.initialMigrations ?? [] });
    }
    return await start(options, directory.cluster, durable, lock);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function start(
  options: EmbeddedOptions,
  dataDirectory: string,
  durable: boolean,
  lock: DirectoryLock,
): Promise<EmbeddedDatabase> {
  const log = options.log ?? silentLogger;
  const server = new EmbeddedServer({
    dataDirectory,
    durable,
    log,
    idleTransactionMs: options.idleTransactionMs ?? 10_000,
    statementTimeoutMs: options.statementTimeoutMs ?? 120_000,
  });
  await server.start().catch((error: unknown) => {
    const cause = error instanceof Error ? error.message : 'unknown failure';
    throw new BrokenStoreError(`the embedded database in ${dataDirectory} does not start: ${cause}`);
  });
  const pool = createPool(server, log);
  const stopMaintenance = startMaintenance({
    pool,
    log,
    checkpointMs: options.checkpointMs ?? 60_000,
    vacuumMs: options.vacuumMs ?? 60_000,
  });
  let closing: Promise<void> | undefined;
  const close = async () => {
    await stopMaintenance();
    await endPool(pool);
    await server.close();
    await lock.release();
  };
  return {
    pool,
    server,
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

/** Sets every option, so that no PG… environment variable affects the embedded database. */
function createPool(server: EmbeddedServer, log: Logger): pg.Pool {
  const pool = new SafePool({
    stream: () => new WireStream(server),
    host: 'embedded',
    port: 1,
    user: 'postgres',
    password: '',
    database: 'postgres',
    ssl: false,
    // All connections share one backend. This many transactions may queue for it before callers wait for a connection.
    max: 32,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 30_000,
  });
  pool.on('error', (error) =>
    log.debug(
      { event: 'store.idle_connection_ended', err: error },
      'an idle connection to the database was closed',
    ),
  );
  return pool;
}
