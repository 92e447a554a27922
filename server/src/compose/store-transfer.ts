/** Opens the store without the service, for export and import. */
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { StartupError } from '../lib/startup-error.ts';
import { MigrationError } from '../store/migrations/run-migrations.ts';
import { type Database, openDatabase } from '../store/open-database.ts';
import { exportDatabase } from '../store/transfer/export-database.ts';
import { ImportError, importDatabase } from '../store/transfer/import-database.ts';

type StoreConfig = Pick<Config, 'databaseUrl' | 'dataDir'>;

/** Yields every row as lines of text. @throws StartupError if the store cannot be opened, or is of a newer release */
export async function* exportStore(config: StoreConfig): AsyncGenerator<string> {
  const { databaseUrl, dataDir } = config;
  const nothingToExport = new StartupError(
    `there is nothing to export in ${databaseUrl ? 'the database' : dataDir}`,
    'Set VISAVIS_DATA_DIR or DATABASE_URL to the location of the database.',
  );
  // Checked first, because opening an embedded store would create one.
  if (!databaseUrl && !(await exists(storeFolder(dataDir)))) throw nothingToExport;
  const database = await open(config);
  try {
    const { rows } = await database.pool.query(`select to_regclass('schema_migrations') as there`);
    if (rows[0]?.there === null) throw nothingToExport;
    yield* exportDatabase(database);
  } finally {
    await database.close();
  }
}

/**
 * Fills an empty store; resolves with the number of rows.
 * @throws StartupError if it cannot be opened, is not empty, or `lines` is not an export
 */
export async function importStore(
  config: StoreConfig,
  lines: AsyncIterable<string | Uint8Array>,
): Promise<number> {
  const database = await open(config);
  try {
    return await importDatabase(database, lines);
  } catch (error) {
    if (error instanceof ImportError || error instanceof MigrationError)
      throw new StartupError(error.message);
    throw error;
  } finally {
    await database.close();
  }
}

async function open({ databaseUrl, dataDir }: StoreConfig): Promise<Database> {
  try {
    return await openDatabase({
      ...(databaseUrl ? { url: databaseUrl } : { dataDir: storeFolder(dataDir) }),
      migrate: false,
    });
  } catch (error) {
    const { name, message } = error as Error;
    throw new StartupError(
      message,
      name === 'DirectoryInUseError' ? 'Stop the service until this has finished.' : undefined,
    );
  }
}

const storeFolder = (dataDir: string) => join(dataDir, 'store');

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );
