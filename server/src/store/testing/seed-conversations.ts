import type pg from 'pg';

export interface Seed {
  organizationId: string;
  /** The number of the last conversation. */
  conversations: number;
  /** The number of the first conversation, if some exist already; default: 1. */
  first?: number;
  /** The conversations are spread evenly over this many days until now. */
  days?: number;
  /** The number of entries per conversation, half in the transcript and half in the timeline; default: none. */
  entriesEach?: number;
}

/** There are ten conversations per user; every fifth user has no client. */
export const SEEDED = { user: 'user1', client: 'client1' } as const;

/**
 * Inserts ended conversations of an organization that has none. They are written in bulk, so that a million takes
 * minutes. Triggers update the counts; the caller runs `analyze`.
 */
export async function seedConversations(
  pool: pg.Pool,
  { organizationId, conversations, first = 1, days = 365, entriesEach = 0 }: Seed,
): Promise<void> {
  await pool.query(
    `insert into conversations (id, organization_id, client, name, status, end_reason, provider, engine, self_hosted, room,
        server_url, avatar_id, consumer_identity, consumer_name, max_seconds, freemium, charge, charge_by_second,
        service_instance_id, last_heartbeat_at, started_at, joined_at, ended_at, created_at, updated_at, revision,
        status_revision)
      select 'conv_' || lpad(i::text, 26, '0'), $1, case when u % 5 > 0 then 'client' || u % 20 end, 'Session ' || i,
        case when i % 50 = 0 then 'error' else 'ended' end,
        case when i % 50 = 0 then 'provider_error' else (array['stopped', 'consumer_left', 'max_duration', 'idle'])[1 + i % 4] end,
        'gemini', 'builtin', false, 'room', 'ws://localhost', null, 'user' || u, 'Ada', 600, i % 2 = 0, i % 2 = 1, 0.01, 'none',
        at, at, at + interval '1 second', at + (1 + i % 300) * interval '1 second', at, at, 6, 6
      from (
        select i, i / 10 as u, date_trunc('milliseconds', now() - i * ($4::float8 / $3) * interval '1 day') as at
        from generate_series($2::int, $3::int) i
      ) times`,
    [organizationId, first, conversations, days],
  );
  if (entriesEach === 0) return;
  const said = Math.ceil(entriesEach / 2);
  await pool.query(
    `insert into transcript_entries (conversation_id, entry_id, author, content, recorded_at, revision)
      select 'conv_' || lpad(i::text, 26, '0'), 'entry' || j, case j % 2 when 0 then 'user' else 'character' end,
        'And what does that cost for a whole month, if I may ask?', now() + j * interval '1 second', j
      from generate_series($1::int, $2::int) i, generate_series(1, $3) j`,
    [first, conversations, said],
  );
  await pool.query(
    `insert into timeline_entries (conversation_id, type, author, content, recorded_at, revision)
      select 'conv_' || lpad(i::text, 26, '0'), 'turn', 'system', '{"responseMs":420}', now() + j * interval '1 second', j
      from generate_series($1::int, $2::int) i, generate_series(1, $3) j`,
    [first, conversations, entriesEach - said],
  );
}
