import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStores } from '../create-stores.ts';
import { recount } from '../lists/recount.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { runMigrations } from './run-migrations.ts';

/** The last migration before lists were counted as they change. */
const BEFORE = 14;
const MONTH = { start: new Date('2026-05-01'), end: new Date('2026-06-01') };
const PAGE = { skip: 0, take: 20 };

/** As the release before writes them: thirty that have ended and two that run, of two clients and none. */
const conversations = (from: number, to: number) => `
  insert into conversations (id, organization_id, client, name, status, end_reason, provider, self_hosted, room, server_url,
    consumer_identity, max_seconds, freemium, charge, charge_by_second, service_instance_id, last_heartbeat_at,
    started_at, joined_at, ended_at, created_at, updated_at)
  select 'conv' || i, 'org', case i % 3 when 0 then null when 1 then 'acme' else 'other' end, 'Talk',
    case when i > 30 then 'running' else 'ended' end, case when i <= 30 then 'stopped' end, 'gemini', false, 'r', 'ws://h',
    'user' || i % 5, 60, false, true, 0.5, 'i', at, at, at, case when i <= 30 then at + interval '40 seconds' end, at, at
  from (select i, '2026-05-04T03:02:01Z'::timestamptz + i * interval '1 minute' as at
    from generate_series(${from}, ${to}) i) times`;

let db: TestDatabase;
let stores: ReturnType<typeof createStores>;

beforeAll(async () => {
  db = await createTestDatabase({ migrate: false });
  await db.pool.query('drop schema public cascade; create schema public');
  await runMigrations(db.pool, { upTo: BEFORE });
  await db.pool.query(`
    insert into organizations (id, name, plan, max_session_seconds, concurrent_sessions, document_bytes, charge_by_second,
      anchor_day, allowed_origins, created_at, updated_at)
      values ('org', 'O', 'free', 60, 1, 1, 0, 1, '[]', now(), now());
    insert into voices values ('voice', 'org', 'acme', 'Puck', null, now(), now())`);
  await db.pool.query(conversations(1, 32));
  await runMigrations(db.pool);
  stores = createStores(db.kysely);
});
afterAll(() => db?.close());

const totals = async () => [
  (await stores.conversations.list('org', PAGE)).total,
  (await stores.conversations.list('org', { ...PAGE, client: 'acme' })).total,
  (await stores.conversations.list('org', { ...PAGE, status: 'running' })).total,
  (await stores.conversations.list('org', { ...PAGE, endReason: 'stopped', until: new Date('2026-05-05') }))
    .total,
];

it('a store that holds conversations of the release before counts them once it is migrated', async () => {
  expect(await totals()).toEqual([32, 11, 2, 30]);
  expect((await stores.voices.list('org', { ...PAGE, client: 'acme' })).total).toBe(1);
  expect((await stores.organizations.list(PAGE)).total).toBe(1);
  const usage = await stores.usage.byUser('org', MONTH, MONTH.end, {
    ...PAGE,
    user: 'user1',
    client: 'acme',
  });
  // Numbers 1 and 16, which have ended, and 31, which runs and whose heartbeat counts for 15 s.
  expect(usage).toEqual({
    total: 1,
    rows: [{ user: 'user1', client: 'acme', embedId: null, conversations: 3, seconds: 95, charge: 47.5 }],
  });
  expect(await stores.usage.seconds('org', MONTH, MONTH.end)).toBe(30 * 40 + 2 * 15);
  expect(await recount(db.kysely, 'org')).toBe(0);
});

it('what a process of the release before writes beside the new one is counted as well', async () => {
  await db.pool.query(conversations(100, 101));
  await db.pool.query(`update conversations set status = 'ended', end_reason = 'stopped', ended_at = joined_at + interval '1 second'
    where id = 'conv101'`);
  await db.pool.query(`delete from conversations where id = 'conv1'`);
  expect(await totals()).toEqual([33, 11, 3, 30]);
  expect(await recount(db.kysely, 'org')).toBe(0);
});
