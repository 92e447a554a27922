import { type Kysely, sql } from 'kysely';
import type { Owned, OwnedStore } from '../../domain/owned.ts';
import type { Agent } from '../../domain/personas/agents.ts';
import { createRowCodec } from '../columns.ts';
import { inTransaction } from '../owned/insert-at-most.ts';
import { createOwnedRepository, toDeletedReferenceConflict } from '../owned/owned-repository.ts';
import type { Schema } from '../schema.ts';

interface ToolUser extends Owned {
  toolIds: readonly string[];
}

const LINKS = {
  agents: { table: sql.table('agent_tools'), owner: sql.ref('agent_id') },
  characters: { table: sql.table('character_tools'), owner: sql.ref('character_id') },
} as const;

/** Creates the repository of a resource with tools: its rows, and links that keep tools from deletion. */
export function createToolUserRepository<T extends ToolUser>(
  db: Kysely<Schema>,
  kind: keyof typeof LINKS,
  noun: string,
  /** The properties that are JSON in the database. */
  json: readonly (keyof T & string)[] = [],
): OwnedStore<T> {
  const { table, owner } = LINKS[kind];
  const toolIds = sql<string[]>`array(
    select tool_id from ${table} where ${owner} = ${sql.ref(`${kind}.id`)} order by place)`.as('tool_ids');
  const rowsIn = (database: Kysely<Schema>) =>
    createOwnedRepository<T>(database, kind, noun, createRowCodec<T>(json), toolIds);
  const rows = rowsIn(db);

  async function link(trx: Kysely<Schema>, id: string, toolIds: readonly string[]): Promise<void> {
    if (toolIds.length === 0) return;
    const values = toolIds.map((toolId, place) => sql`(${id}, ${toolId}, ${place}::integer)`);
    try {
      await sql`insert into ${table} (${owner}, tool_id, place) values ${sql.join(values)}`.execute(trx);
    } catch (error) {
      throw toDeletedReferenceConflict(error);
    }
  }

  return {
    ...rows,
    insert({ toolIds: linked, ...row }, maxRows) {
      return inTransaction(db, async (trx) => {
        if (!(await rowsIn(trx).insert(row as unknown as T, maxRows))) return false;
        await link(trx, row.id, linked);
        return true;
      });
    },
    update(organizationId, id, { toolIds: linked, ...patch }) {
      return inTransaction(db, async (trx) => {
        const updated = await rowsIn(trx).update(organizationId, id, patch as unknown as Partial<T>);
        if (updated && linked !== undefined) {
          await sql`delete from ${table} where ${owner} = ${id}`.execute(trx);
          await link(trx, id, linked);
        }
        return updated && rowsIn(trx).find(organizationId, id);
      });
    },
    async remove(organizationId, id) {
      const before = await rows.find(organizationId, id);
      return before && (await rows.remove(organizationId, id)) && before;
    },
  };
}

export const createAgentRepository = (db: Kysely<Schema>): OwnedStore<Agent> =>
  createToolUserRepository<Agent>(db, 'agents', 'agent', ['turnTaking', 'waitMsgs']);
