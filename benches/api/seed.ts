import { seedConversations } from '@visavis/server/dist/store/testing/seed-conversations.js';
import type pg from 'pg';

export const LISTED = { client: 'listed', agents: 2_000, sessions: 300, entriesEach: 30 };

/** Inserts the rows that are read: agents of one client, and ended sessions with transcripts and timelines. */
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
  await seedConversations(pool, {
    organizationId: id,
    conversations: LISTED.sessions,
    entriesEach: 2 * LISTED.entriesEach,
  });
  await pool.query('update conversations set avatar_id = $1, agent_id = $2', [avatar, agent]);
  // `analyze`, in its own transaction, so that the planner knows the sizes of the tables.
  await pool.query('analyze');
  return { organizationId: id, agentId: 'agt_listed1' };
}
