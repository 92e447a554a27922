import type { Database } from '../open-database.ts';
import { listTables } from './transfer-tables.ts';

/** The first line of an export. */
export interface ExportHeader {
  format: 'visavis-export';
  formatVersion: 1;
  /** The number of the newest migration in the exported database. */
  migration: number;
}

/** The line before the rows of each table, which are arrays of its columns' values in PostgreSQL's text form. */
export interface ExportTable {
  table: string;
  columns: string[];
}

const FETCH_SIZE = 200;

/**
 * Yields the whole store as lines of JSON text, from one consistent snapshot: for moving between the embedded database
 * and PostgreSQL, or to an embedded database of a newer PostgreSQL. Blobs are not included. Each piece ends with a
 * newline. On the embedded database, nothing else runs until the last piece is taken (see `spoolExport`).
 */
export async function* exportDatabase(db: Pick<Database, 'pool'>): AsyncGenerator<string> {
  const client = await db.pool.connect();
  let failed = true;
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query(`set local timezone = 'UTC'`);
    await client.query('set local idle_in_transaction_session_timeout = 0');
    const { rows } = await client.query<{ migration: number }>(
      'select max(version) as migration from schema_migrations',
    );
    const header: ExportHeader = {
      format: 'visavis-export',
      formatVersion: 1,
      migration: rows[0]?.migration ?? 0,
    };
    yield `${JSON.stringify(header)}\n`;
    for (const { name, columns } of await listTables(client)) {
      const tableLine: ExportTable = { table: name, columns: columns.map((column) => column.name) };
      yield `${JSON.stringify(tableLine)}\n`;
      // As text, because JSON could not distinguish a JSON null from SQL NULL, and JavaScript would round numbers.
      const values = tableLine.columns.map((column) => `"${column}"::text`).join(', ');
      await client.query(
        `declare rows no scroll cursor for select array_to_json(array[${values}])::text as row from "${name}"`,
      );
      for (;;) {
        const page = await client.query<{ row: string }>(`fetch ${FETCH_SIZE} from rows`);
        if (page.rows.length > 0) yield `${page.rows.map(({ row }) => row).join('\n')}\n`;
        if (page.rows.length < FETCH_SIZE) break;
      }
      await client.query('close rows');
    }
    await client.query('commit');
    failed = false;
  } finally {
    client.release(failed);
  }
}
