import type pg from 'pg';
import { DatabaseError, type DatabaseErrorKind } from '../database-error.ts';
import { runMigrations } from '../migrations/run-migrations.ts';
import type { Database } from '../open-database.ts';
import type { ExportHeader, ExportTable } from './export-database.ts';
import { listTables, type TransferTable } from './transfer-tables.ts';

/** The file is not an export, or the database is not empty. Nothing was changed. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
}

const BATCH_BYTES = 1024 * 1024;
/** Longer than any row of ours. */
const MAX_LINE_CHARS = 64 * 1024 * 1024;
const UNKNOWN_LINE = 'the export contains a line that is neither a table nor a row';
/** Failures that do not mean that the export is faulty. */
const DATABASE_FAILURES: readonly DatabaseErrorKind[] = ['retry', 'timeout', 'unavailable', 'resources'];

/**
 * Fills an empty database from an export: migrates it to the export's migration, fills it in one transaction and then
 * migrates it to the newest. Open the database with `migrate: false`. Resolves with the number of rows. Throws
 * `ImportError`, or `MigrationError` if the export comes from a newer release.
 */
export async function importDatabase(
  db: Pick<Database, 'pool'>,
  input: AsyncIterable<string | Uint8Array>,
): Promise<number> {
  const lines = linesOf(input);
  const header = readHeader((await lines.next()).value);
  await runMigrations(db.pool, { upTo: header.migration });
  const client = await db.pool.connect();
  let failed = true;
  try {
    await client.query('begin');
    const { rows } = await client.query<{ migration: number }>(
      'select max(version) as migration from schema_migrations',
    );
    if (rows[0]?.migration !== header.migration) {
      throw new ImportError(
        `the export has migration ${header.migration}, but the database has ${rows[0]?.migration}: ` +
          'import it into a new database with a release that is at least as new as the export',
      );
    }
    // A row may refer to a later one of its table.
    await client.query('set constraints all deferred');
    const count = await importRows(client, lines);
    await client.query('commit');
    failed = false;
    return count;
  } catch (error) {
    if (error instanceof DatabaseError && !DATABASE_FAILURES.includes(error.kind))
      throw new ImportError(`the export does not match the database: ${error.message}`, { cause: error });
    throw error;
  } finally {
    client.release(failed);
    if (!failed) await runMigrations(db.pool);
  }
}

function readHeader(line: string | undefined): ExportHeader {
  try {
    const header = JSON.parse(line ?? '') as ExportHeader;
    const { format, formatVersion, migration } = header;
    if (format === 'visavis-export' && formatVersion === 1 && Number.isSafeInteger(migration)) return header;
  } catch {
    // Not JSON at all: reported below.
  }
  throw new ImportError('the file is not a Visavis export');
}

async function importRows(client: pg.PoolClient, lines: AsyncGenerator<string>): Promise<number> {
  const tables = new Map((await listTables(client)).map((table) => [table.name, table]));
  for (const { name } of tables.values()) {
    const { rowCount } = await client.query(`select 1 from "${name}" limit 1`);
    if (rowCount) throw new ImportError(`the database is not empty: the table ${name} has rows`);
  }
  const missing = new Set(tables.keys());
  let count = 0;
  let table: TransferTable | undefined;
  let batch: string[] = [];
  let size = 0;
  const flush = async () => {
    if (table && batch.length > 0) await insert(client, table, batch);
    count += batch.length;
    batch = [];
    size = 0;
  };
  for await (const line of lines) {
    if (line.startsWith('{')) {
      await flush();
      table = matchTable(tables, line);
      if (!missing.delete(table.name))
        throw new ImportError(`the export contains the table ${table.name} twice`);
      continue;
    }
    // An export has no empty lines either: gigabytes of them, compressed, are a small file.
    if (!line.startsWith('[')) throw new ImportError(UNKNOWN_LINE);
    if (!table) throw new ImportError('the export contains a row before the first table');
    batch.push(line);
    size += line.length;
    if (size >= BATCH_BYTES) await flush();
  }
  await flush();
  if (missing.size > 0)
    throw new ImportError(`the export is incomplete: it lacks ${[...missing].join(', ')}`);
  for (const { name, sequences } of tables.values()) {
    for (const column of sequences) {
      await client.query(
        `select setval(pg_get_serial_sequence($1, $2), coalesce(max("${column}"), 0) + 1, false) from "${name}"`,
        [`"${name}"`, column],
      );
    }
  }
  return count;
}

/** Returns the table, with its columns in the order of the export. */
function matchTable(tables: Map<string, TransferTable>, line: string): TransferTable {
  const { table: name, columns: listed } = readTableLine(line);
  const table = tables.get(name);
  const columns = [...new Set(listed)].flatMap(
    (column) => table?.columns.find((candidate) => candidate.name === column) ?? [],
  );
  if (!table || columns.length !== listed.length || columns.length !== table.columns.length) {
    throw new ImportError(`the table ${name} of the export does not match a table of this database`);
  }
  return { ...table, columns };
}

function readTableLine(line: string): ExportTable {
  try {
    const { table, columns } = JSON.parse(line) as ExportTable;
    if (typeof table === 'string' && Array.isArray(columns)) return { table, columns };
  } catch {
    // Not JSON at all: reported below.
  }
  throw new ImportError(UNKNOWN_LINE);
}

async function insert(client: pg.PoolClient, table: TransferTable, rows: string[]): Promise<void> {
  const columns = table.columns.map(({ name }) => `"${name}"`).join(', ');
  const values = table.columns.map(({ type }, place) => `(value ->> ${place})::${type}`).join(', ');
  const { rowCount } = await client.query(
    `insert into "${table.name}" (${columns}) overriding system value
     select ${values} from json_array_elements($1::json) where json_array_length(value) = ${table.columns.length}`,
    [`[${rows.join(',')}]`],
  );
  if (rowCount !== rows.length)
    throw new ImportError(`the export contains a row of ${table.name} without a value for each column`);
}

async function* linesOf(input: AsyncIterable<string | Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of input) {
    const lines = (typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true })).split('\n');
    lines[0] = rest + lines[0]!;
    if (lines[0].length > MAX_LINE_CHARS)
      throw new ImportError('the export contains a line that is too long');
    rest = lines.pop()!;
    yield* lines;
  }
  if (rest !== '') yield rest;
}
