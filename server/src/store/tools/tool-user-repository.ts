import { type Kysely, sql } from 'kysely';
import type { Owned, OwnedStore } from '../../domain/owned.ts';
import { asGoneReference, createOwnedRepository } from '../owned/owned-repository.ts';
import type { Schema } from '../schema.ts';

interface ToolUser extends Owned {
  toolIds: readonly string[];
}

const LINKS = {
  agents: { table: sql.table('agent_tools'), owner: sql.ref('agent_id') },
  characters: { table: sql.table('character_tools'), owner: sql.ref('character_id') },
} as const;

/** The repository of something that names tools: its rows, and the links that keep a tool in use from going. */
export function createToolUserRepository<T extends ToolUser>(
  db: Kysely<Schema>,
  kind: keyof typeof LINKS,
  noun: string,
): OwnedStore<T> {
  const { table, owner } = LINKS[kind];
  type Row = Omit<T, 'toolIds'> & Owned;
  const rowsIn = (database: Kysely<Schema>) => createOwnedRepository<Row>(database, kind, noun);
  const rows = rowsIn(db);

  async function withTools(found: readonly Row[]): Promise<T[]> {
    const links = new Map<string, string[]>(found.map(({ id }) => [id, []]));
    if (found.length > 0) {
      const read = await sql<{ owner: string; toolId: string }>`
        select ${owner} as owner, tool_id as "toolId" from ${table}
        where ${owner} in (${sql.join([...links.keys()])}) order by place`.execute(db);
      for (const link of read.rows) links.get(link.owner)?.push(link.toolId);
    }
    return found.map((row) => ({ ...row, toolIds: links.get(row.id) ?? [] }) as unknown as T);
  }

  async function link(trx: Kysely<Schema>, id: string, toolIds: readonly string[]): Promise<void> {
    if (toolIds.length === 0) return;
    const values = toolIds.map((toolId, place) => sql`(${id}, ${toolId}, ${place}::integer)`);
    try {
      await sql`insert into ${table} (${owner}, tool_id, place) values ${sql.join(values)}`.execute(trx);
    } catch (error) {
      throw asGoneReference(error);
    }
  }

  const withItsTools = async (row: Row | undefined) => (row ? (await withTools([row]))[0] : undefined);

  return {
    insert({ toolIds, ...row }) {
      // Most have none: one statement, and no transaction around it.
      if (toolIds.length === 0) return rows.insert(row as unknown as Row);
      return within(db, async (trx) => {
        await rowsIn(trx).insert(row as unknown as Row);
        await link(trx, row.id, toolIds);
      });
    },
    find: async (organizationId, id) => withItsTools(await rows.find(organizationId, id)),
    findMany: async (organizationId, ids) => withTools(await rows.findMany(organizationId, ids)),
    async list(organizationId, page) {
      const listed = await rows.list(organizationId, page);
      return { total: listed.total, rows: await withTools(listed.rows) };
    },
    async update(organizationId, id, { toolIds, ...patch }) {
      const updated = await within(db, async (trx) => {
        const row = await rowsIn(trx).update(organizationId, id, patch as unknown as Partial<Row>);
        if (row && toolIds !== undefined) {
          await sql`delete from ${table} where ${owner} = ${id}`.execute(trx);
          await link(trx, id, toolIds);
        }
        return row;
      });
      return withItsTools(updated);
    },
    async remove(organizationId, id) {
      const before = await withItsTools(await rows.find(organizationId, id));
      return before && (await rows.remove(organizationId, id)) && before;
    },
  };
}

/** In a transaction of its own, or in the one that is under way. */
function within<R>(db: Kysely<Schema>, work: (trx: Kysely<Schema>) => Promise<R>): Promise<R> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}
