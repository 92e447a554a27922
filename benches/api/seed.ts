import type pg from 'pg';

export const LISTED = { client: 'listed', agents: 2_000, sessions: 300, entriesEach: 30 };

/** The rows that are read: agents of one client, and ended sessions with transcripts and timelines. */
export async function seed(pool: pg.Pool): Promise<{ organizationId: string; agentId: string }> {
  const { rows } = await pool.query<{ id: string; avatar: string; agent: string }>(
    `select o.id, a.id as avatar, a.agent_id as agent from organizations o
      join avatars a on a.organization_id = o.id order by a.id limit 1`,
  );
  const { id, avatar, agent } = rows[0]!;
  await pool.query(
    `insert into agents (id, organization_id, client, provider, name, voice, instructions, greeting_msg,
        search, emotions, memory, created_at, updated_at)
      select 'agt_listed' || i, $1, $2, 'gemini', 'Guide ' || i, 'Puck', repeat('Be helpful and brief. ', 10),
        'Hello, how can I help?', false, true, false, now() - i * interval '1 minute', now()
      from generate_series(1, $3) i`,
    [id, LISTED.client, LISTED.agents],
  );
  await pool.query(
    `insert into conversations (id, organization_id, name, status, end_reason, provider, engine, self_hosted, room,
        server_url, avatar_id, agent_id, consumer_identity, consumer_name, max_seconds, freemium, charge,
        charge_by_second, service_instance_id, last_heartbeat_at, started_at, joined_at, ended_at, created_at,
        updated_at, revision, status_revision)
      select 'conv_listed' || i, $1, 'Session ' || i, 'ended', 'stopped', 'gemini', 'builtin', false, 'conv_listed' || i,
        'ws://localhost', $2, $3, 'ada', 'Ada', 600, true, false, 0, 'none', at, at, at, at, at, at, 60, 60
      from (select i, now() - i * interval '1 minute' as at from generate_series(1, $4) i) times`,
    [id, avatar, agent, LISTED.sessions],
  );
  await pool.query(
    `insert into transcript_entries (conversation_id, entry_id, author, content, recorded_at, revision)
      select 'conv_listed' || i, 'entry' || j, case j % 2 when 0 then 'user' else 'character' end,
        'And what does that cost for a whole month, if I may ask?', now() + j * interval '1 second', j
      from generate_series(1, $1) i, generate_series(1, $2) j`,
    [LISTED.sessions, LISTED.entriesEach],
  );
  await pool.query(
    `insert into timeline_entries (conversation_id, type, author, content, recorded_at, revision)
      select 'conv_listed' || i, 'turn', 'system', '{"responseMs":420}', now() + j * interval '1 second', j
      from generate_series(1, $1) i, generate_series(1, $2) j`,
    [LISTED.sessions, LISTED.entriesEach],
  );
  // `analyze`, in a transaction of its own, so that the planner knows the size of the tables.
  await pool.query('analyze');
  return { organizationId: id, agentId: 'agt_listed1' };
}
