import type pg from 'pg';

export interface TransferTable {
  name: string;
  /** The columns that are written, in order, with their SQL types; generated columns are recomputed. */
  columns: { name: string; type: string }[];
  /** Columns that have a sequence. */
  sequences: string[];
}

/** Tables that are not transferred: migrations fill the first, triggers count into the rest. */
const EXCLUDED_TABLES = ['schema_migrations', 'list_changes', 'list_counts', 'usage_totals', 'usage_days'];

/** Returns the store's tables, each after those that it refers to. */
export async function listTables(client: pg.ClientBase): Promise<TransferTable[]> {
  const { rows: tables } = await client.query<TransferTable>(
    `
    select c.relname as name,
      json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
        filter (where a.attgenerated = '') as columns,
      coalesce(array_agg(a.attname::text) filter (where a.attidentity <> ''), '{}') as sequences
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and not c.relname = any($1)
    group by c.relname order by c.relname`,
    [EXCLUDED_TABLES],
  );
  const { rows: references } = await client.query<{ from: string; to: string }>(`
    select distinct f.relname as "from", t.relname as "to"
    from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and f.relnamespace = current_schema()::regnamespace and f.oid <> t.oid`);
  const sorted: TransferTable[] = [];
  const sortedNames = new Set<string>();
  while (sorted.length < tables.length) {
    const ready = tables.filter(
      ({ name }) =>
        !sortedNames.has(name) && references.every(({ from, to }) => from !== name || sortedNames.has(to)),
    );
    if (ready.length === 0) throw new Error('the tables of the store reference each other in a cycle');
    for (const table of ready) {
      sortedNames.add(table.name);
      sorted.push(table);
    }
  }
  return sorted;
}
