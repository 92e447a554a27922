import { type Compilable, type CompiledQuery, type Kysely, sql } from 'kysely';
import { conflict } from '../../domain/errors.ts';
import { inUse, type Owned, type OwnedStore } from '../../domain/owned.ts';
import { createRowCodec, type RowCodec } from '../columns.ts';
import { isForeignKeyViolation, isUniqueViolation } from '../database-error.ts';
import { boundsOf, type DerivedColumn, selectPage, toPage } from '../lists/read-page.ts';
import { PreparedStatement } from '../prepared-statement.ts';
import type { OwnedTable } from '../resource-tables.ts';
import { readFirst } from '../rows.ts';
import type { Schema } from '../schema.ts';
import { insertAtMost } from './insert-at-most.ts';

class Slot {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** A query whose text is built once and run with different values: building costs more than sending. */
class QueryTemplate<V extends object, R> {
  readonly #query: CompiledQuery<R>;
  readonly #order: readonly (keyof V)[];

  /** @param build receives a placeholder for each value, and may use it wherever a query takes a parameter */
  constructor(build: (slots: V) => Compilable<R>) {
    const slots = new Proxy({} as V, { get: (_, name) => new Slot(String(name)) });
    this.#query = build(slots).compile();
    this.#order = this.#query.parameters.map((slot) => {
      if (!(slot instanceof Slot))
        throw new Error('every value of a query template must be one of its slots');
      return slot.name as keyof V;
    });
  }

  async run(db: Pick<Kysely<unknown>, 'executeQuery'>, values: V): Promise<R[]> {
    const { sql, query, queryId } = this.#query;
    const parameters = this.#order.map((name) => values[name]);
    return (await db.executeQuery<R>({ sql, query, queryId, parameters })).rows;
  }
}

/**
 * The columns that all these tables share. The statements below are written once against them; a table's other columns
 * are converted by its codec.
 */
interface OwnedColumns {
  id: string;
  organization_id: string;
  client: string | null;
  created_at: Date;
  updated_at: Date;
}
type OwnedDatabase = Kysely<Record<OwnedTable, OwnedColumns>>;

/** The names of referring resources in error messages, by table. */
const REFERRERS: Record<string, string> = {
  agents: 'an agent',
  agent_tools: 'an agent',
  avatars: 'an avatar',
  characters: 'a character',
  character_tools: 'a character',
  embeds: 'an embed',
  model_servers: 'another model server',
};

/** Creates the repository of a kind of resource that an organization owns. */
export function createOwnedRepository<T extends Owned>(
  database: Kysely<Schema>,
  table: OwnedTable,
  /** The resource's name in error messages. */
  noun: string,
  codec: RowCodec<T> = createRowCodec<T>(),
  /** An additional expression that is read with each row; `update` and `remove` do not return it. */
  derived?: DerivedColumn,
): OwnedStore<T> {
  const db = database as unknown as OwnedDatabase;

  const read = (organizationId: string) => {
    const rows = db.selectFrom(table).selectAll().where('organization_id', '=', organizationId);
    return derived ? rows.select(derived) : rows;
  };

  const findStatement = new PreparedStatement(db, () => read('').where('id', '=', '').compile());
  const findManyStatement = new PreparedStatement(db, () =>
    read('').where(sql<boolean>`id = any(${[]}::text[])`).compile(),
  );
  let last: { names: readonly string[]; statement: PreparedStatement<unknown> } | undefined;

  /** A table's columns are the same each time, so only the last statement is kept. */
  function insertionOf(names: readonly string[]): PreparedStatement<unknown> {
    if (last?.names.length === names.length && last.names.every((name, i) => name === names[i]))
      return last.statement;
    const columns = Object.fromEntries(names.map((name) => [name, ''])) as unknown as OwnedColumns;
    const statement = new PreparedStatement(db, () => db.insertInto(table).values(columns).compile());
    last = { names, statement };
    return statement;
  }

  const pages = new Map<string, QueryTemplate<PageValues, object>>();

  /** Returns the template for the given combination of values. */
  function pageTemplate({ client, offset, at }: PageValues): QueryTemplate<PageValues, object> {
    const used = { client: client !== undefined, offset: offset !== undefined, after: at !== undefined };
    const key = JSON.stringify(used);
    const known = pages.get(key);
    if (known) return known;
    const template = new QueryTemplate<PageValues, object>((slots) => {
      const filtered = filterOwned(db, table, slots.organizationId, used.client ? slots.client : undefined);
      const after = { at: slots.at!, id: slots.id! };
      const bounds = {
        limit: slots.limit,
        ...(used.offset && { offset: slots.offset! }),
        ...(used.after && { after }),
      };
      return selectPage(filtered, bounds, { codec, derived });
    });
    pages.set(key, template);
    return template;
  }

  return {
    async insert(row, maxRows) {
      if (maxRows !== undefined) {
        const { organizationId } = row;
        return insertAtMost(
          database,
          organizationId,
          maxRows,
          (trx) => trx.selectFrom(table).where('organization_id', '=', organizationId),
          (trx) => createOwnedRepository(trx, table, noun, codec).insert(row),
        );
      }
      try {
        const columns = codec.toColumns(row);
        await insertionOf(Object.keys(columns)).execute(...Object.values(columns));
        return true;
      } catch (error) {
        if (isUniqueViolation(error)) throw conflict(`There is already such a ${noun}.`);
        throw toDeletedReferenceConflict(error);
      }
    },
    async find(organizationId, id) {
      const [columns] = await findStatement.execute(organizationId, id);
      return columns && codec.fromColumns(columns);
    },
    async findMany(organizationId, ids) {
      return codec.fromRows(await findManyStatement.execute(organizationId, ids));
    },
    async list(organizationId, page) {
      const { offset, limit, after } = boundsOf(page);
      const values = { organizationId, client: page.client, offset, limit, at: after?.at, id: after?.id };
      const rows = await pageTemplate(values).run(db, values);
      return toPage(db, rows, filterOwned(db, table, organizationId, page.client), page, { codec });
    },
    async findOldest(organizationId) {
      const rows = read(organizationId)
        .where('client', 'is', null)
        .orderBy('created_at')
        .orderBy('id')
        .limit(1);
      return readFirst(codec, rows);
    },
    async update(organizationId, id, patch) {
      try {
        const rows = db
          .updateTable(table)
          .set(codec.toColumns(patch))
          .where('organization_id', '=', organizationId)
          .where('id', '=', id)
          .returningAll();
        return await readFirst(codec, rows);
      } catch (error) {
        if (isUniqueViolation(error)) throw conflict(`There is already such a ${noun}.`);
        throw toDeletedReferenceConflict(error);
      }
    },
    async remove(organizationId, id) {
      try {
        const rows = db
          .deleteFrom(table)
          .where('organization_id', '=', organizationId)
          .where('id', '=', id)
          .returningAll();
        return await readFirst(codec, rows);
      } catch (error) {
        if (isForeignKeyViolation(error)) throw inUse(noun, REFERRERS[error.table ?? '']);
        throw error;
      }
    },
  };
}

/** The values of a page query. */
interface PageValues {
  organizationId: string;
  client: string | undefined;
  offset: number | undefined;
  limit: number;
  at: string | undefined;
  id: string | undefined;
}

function filterOwned(
  db: OwnedDatabase,
  table: OwnedTable,
  organizationId: string,
  client: string | undefined,
) {
  const owned = db.selectFrom(table).where('organization_id', '=', organizationId);
  return client === undefined ? owned : owned.where('client', '=', client);
}

/** The domain checks references first, so the row referred to was deleted between that check and the write. */
export function toDeletedReferenceConflict(error: unknown): unknown {
  return isForeignKeyViolation(error)
    ? conflict('An object that this one refers to has just been deleted.')
    : error;
}
