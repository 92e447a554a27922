/**
 * The baseline for the API: the same statements on the same store behind Fastify, requested in the same way, and
 * nothing else. No credentials, validation, limits or presentation: rows as the driver returns them, as JSON.
 */
import type { AddressInfo } from 'node:net';
import { openDatabase } from '@visavis/server/dist/store/open-database.js';
import Fastify from 'fastify';
import pg from 'pg';
import { typeid } from 'typeid-js';

type Row = Record<string, unknown>;

const [place = '', organizationId = ''] = process.argv.slice(2);
const isServer = place.startsWith('postgres:');
const pool = isServer
  ? new pg.Pool({ connectionString: place, max: 20 })
  : (await openDatabase({ dataDir: place, migrate: false })).pool;
const app = Fastify({ logger: false });

/** An agent is returned with its tools. */
const AGENT = 'a.*, array(select tool_id from agent_tools where agent_id = a.id order by place) as tool_ids';
const COLUMNS =
  'organization_id id provider name model voice instructions greeting_msg remote_id search emotions memory'
    .concat(' voice_id brain_id knowledge_base_id client created_at updated_at')
    .split(' ');
const FLAGS = { search: false, emotions: false, memory: false };
const INSERT_AGENT = {
  name: 'insert-agent',
  text: `insert into agents (${COLUMNS.join()}) values (${COLUMNS.map((_, at) => `$${at + 1}`).join()})`,
};
const GET_AGENT = {
  name: 'get-agent',
  text: `select ${AGENT} from agents a where organization_id = $1 and id = $2`,
};

app.post<{ Body: Row }>('/agents', async ({ body }, reply) => {
  const own = { organization_id: organizationId, id: typeid('agt').toString() };
  const now = new Date();
  const row: Row = { ...FLAGS, ...body, ...own, created_at: now, updated_at: now };
  await pool.query({ ...INSERT_AGENT, values: COLUMNS.map((name) => row[name] ?? null) });
  return reply.code(201).send(row);
});

app.get<{ Params: { id: string } }>('/agents/:id', async ({ params }) => {
  return (await pool.query({ ...GET_AGENT, values: [organizationId, params.id] })).rows[0];
});

interface Paged {
  Querystring: { client: string; skip?: string; take?: string };
}

app.get<Paged>('/agents', async ({ query: { client, skip = 0, take = 20 } }) => {
  const filter = 'where organization_id = $1 and client = $2';
  const { rows } = await pool.query<{ total: number }>(
    `select ${AGENT}, (select count(*)::int from agents ${filter}) as total from agents a ${filter}
      order by created_at desc, id desc offset $3 limit $4`,
    [organizationId, client, skip, take],
  );
  return { skip, take, total: rows[0]?.total, agents: rows };
});

app.get<Paged>('/sessions', async ({ query: { skip = 0, take = 20 } }) => {
  const filter = 'where organization_id = $1';
  const { rows } = await pool.query<Row>(
    `select *, (select count(*)::int from conversations ${filter}) as total from conversations ${filter}
      order by created_at desc, id desc offset $2 limit $3`,
    [organizationId, skip, take],
  );
  const named = async (table: string, columns: string, key: string) => {
    const found = await pool.query<{ id: string }>(
      `select ${columns} from ${table} a where organization_id = $1 and id = any($2)`,
      [organizationId, [...new Set(rows.map((row) => row[key]))]],
    );
    return new Map<unknown, Row>(found.rows.map((row) => [row.id, row]));
  };
  const avatars = await named('avatars', '*', 'avatar_id');
  const agents = await named('agents', AGENT, 'agent_id');
  const said = await pool.query<Row>(
    'select * from transcript_entries where conversation_id = any($1) order by recorded_at, entry_id',
    [rows.map((row) => row.id)],
  );
  const transcripts = new Map<unknown, Row[]>(rows.map((row) => [row.id, []]));
  for (const row of said.rows) transcripts.get(row.conversation_id)!.push(row);
  const sessions = rows.map((row) => ({
    ...row,
    avatar: avatars.get(row.avatar_id),
    agent: agents.get(row.agent_id),
    transcript: { entries: transcripts.get(row.id) },
  }));
  return { skip, take, total: rows[0]?.total, sessions };
});

await app.listen({ port: 0, host: '127.0.0.1' });
process.once('disconnect', () => process.exit());
process.send!((app.server.address() as AddressInfo).port);
