/**
 * The yardstick for the API: the same statements against the same store behind Fastify, sent the same way, and nothing
 * else. No credential, no validation, no limits, no presentation: rows as the driver gives them, as JSON.
 */
import type { AddressInfo } from 'node:net';
import { openDatabase } from '@visavis/server/dist/store/open-database.js';
import Fastify from 'fastify';
import pg from 'pg';
import { typeid } from 'typeid-js';

const [place = '', organizationId = ''] = process.argv.slice(2);
const embedded = place.startsWith('postgres:')
  ? undefined
  : await openDatabase({ dataDir: place, migrate: false });
const pool = embedded?.pool ?? new pg.Pool({ connectionString: place, max: 20 });
const app = Fastify({ logger: false });

const AGENT_COLUMNS = [
  'provider',
  'name',
  'model',
  'voice',
  'instructions',
  'greeting_msg',
  'remote_id',
  'search',
  'emotions',
  'memory',
  'voice_id',
  'brain_id',
  'knowledge_base_id',
  'client',
  'id',
  'organization_id',
  'created_at',
  'updated_at',
];
/** An agent is shown with its tools. */
const AGENT = 'a.*, array(select tool_id from agent_tools where agent_id = a.id order by place) as tool_ids';
const INSERT_AGENT = {
  name: 'insert-agent',
  text: `insert into agents (${AGENT_COLUMNS.join(', ')})
    values (${AGENT_COLUMNS.map((_, at) => `$${at + 1}`).join(', ')})`,
};
const GET_AGENT = {
  name: 'get-agent',
  text: `select ${AGENT} from agents a where organization_id = $1 and id = $2`,
};

app.post<{ Body: Record<string, string> }>('/agents', async ({ body }, reply) => {
  const now = new Date();
  const row: Record<string, unknown> = {
    ...body,
    search: false,
    emotions: false,
    memory: false,
    id: typeid('agt').toString(),
    organization_id: organizationId,
    created_at: now,
    updated_at: now,
  };
  await pool.query({ ...INSERT_AGENT, values: AGENT_COLUMNS.map((name) => row[name] ?? null) });
  return reply.code(201).send(row);
});

app.get<{ Params: { id: string } }>('/agents/:id', async ({ params }) => {
  return (await pool.query({ ...GET_AGENT, values: [organizationId, params.id] })).rows[0];
});

app.get<{ Querystring: { client: string; skip?: string; take?: string } }>('/agents', async ({ query }) => {
  const { client, skip = 0, take = 20 } = query;
  const filter = 'where organization_id = $1 and client = $2';
  const { rows } = await pool.query<{ total: number }>(
    `select ${AGENT}, (select count(*)::int from agents ${filter}) as total from agents a ${filter}
      order by created_at desc, id desc offset $3 limit $4`,
    [organizationId, client, skip, take],
  );
  return { skip, take, total: rows[0]?.total, agents: rows };
});

app.get<{ Querystring: { skip?: string; take?: string } }>('/sessions', async ({ query }) => {
  const { skip = 0, take = 20 } = query;
  const filter = 'where organization_id = $1';
  const { rows } = await pool.query<Record<string, unknown>>(
    `select *, (select count(*)::int from conversations ${filter}) as total from conversations ${filter}
      order by created_at desc, id desc offset $2 limit $3`,
    [organizationId, skip, take],
  );
  const named = async (table: string, columns: string, all: unknown[]) => {
    const ids = [...new Set(all)];
    const found = await pool.query<{ id: string }>(
      `select ${columns} from ${table} a where organization_id = $1 and id = any($2)`,
      [organizationId, ids],
    );
    return new Map(found.rows.map((row) => [row.id, row]));
  };
  const avatars = await named(
    'avatars',
    '*',
    rows.map((row) => row.avatar_id),
  );
  const agents = await named(
    'agents',
    AGENT,
    rows.map((row) => row.agent_id),
  );
  const said = await pool.query<{ conversation_id: string }>(
    'select * from transcript_entries where conversation_id = any($1) order by recorded_at, entry_id',
    [rows.map((row) => row.id)],
  );
  const transcripts = new Map<string, object[]>();
  for (const row of said.rows) {
    const entries = transcripts.get(row.conversation_id);
    if (entries) entries.push(row);
    else transcripts.set(row.conversation_id, [row]);
  }
  return {
    skip,
    take,
    total: rows[0]?.total,
    sessions: rows.map((row) => ({
      ...row,
      avatar: avatars.get(row.avatar_id as string),
      agent: agents.get(row.agent_id as string),
      transcript: { entries: transcripts.get(row.id as string) ?? [] },
    })),
  };
});

await app.listen({ port: 0, host: '127.0.0.1' });
process.once('disconnect', () => {
  void Promise.resolve(embedded?.close()).finally(() => process.exit());
});
process.send!((app.server.address() as AddressInfo).port);
