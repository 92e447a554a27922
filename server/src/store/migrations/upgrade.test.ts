import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStores } from '../create-stores.ts';
import { recount } from '../lists/recount.ts';
import { openDatabase } from '../open-database.ts';
import { readMigrations } from './read-migrations.ts';
import { runMigrations } from './run-migrations.ts';

/** The newest schema of the release before this one: raised when a release is made. */
const RELEASED = 10;
const NOW = "'2026-05-04T03:02:01.123Z'";
/** What an installation of that release had written. */
const HELD = `
  insert into organizations (id, name, plan, max_session_seconds, concurrent_sessions, document_bytes, stored_bytes,
    charge_by_second, anchor_day, allowed_origins, created_at, updated_at)
    values ('org_1', 'Grüße', 'paid', 60, 3, 1000, 5000, 2, 1, '["https://app.example"]', ${NOW}, ${NOW});
  insert into api_keys values ('key_1', 'org_1', 'first', 'hash', null, null, ${NOW});
  insert into conversations (id, organization_id, client, name, status, end_reason, provider, engine, self_hosted, room,
    server_url, avatar_identity, consumer_identity, max_seconds, freemium, charge, charge_by_second, service_instance_id,
    last_heartbeat_at, started_at, joined_at, ended_at, created_at, updated_at)
    values ('conv_1', 'org_1', 'shop', 'Talk', 'ended', 'stopped', 'gemini', 'builtin', false, 'conv_1', 'ws://h', 'mira',
      'ada', 60, false, true, 2, 'i', ${NOW}, ${NOW}, ${NOW}, ${NOW}::timestamptz + interval '30 s', ${NOW}, ${NOW});
  insert into conversation_personas values ('conv_1', '{}');
  insert into transcript_entries values ('conv_1', 'e1', 'user', 'I like tea.', ${NOW}, 1);
  insert into timeline_entries (conversation_id, type, author, content, recorded_at, revision)
    values ('conv_1', 'created', 'system', '', ${NOW}, 2);
  insert into memories values ('mem_1', 'org_1', 'shop', 'ada', 'avt_1', 'I like tea.', 'i like tea', 'conv_1', ${NOW}, ${NOW});`;

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'visavis-upgrade-'));
  const before = await openDatabase({ dataDir, durable: false, migrate: false });
  await runMigrations(before.pool, { upTo: RELEASED });
  await before.pool.query(HELD);
  await before.close();
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

it('a store of the release before is opened, brought up to this one, and answers with all that it held', async () => {
  const db = await openDatabase({ dataDir, durable: false });
  try {
    const newest = (await readMigrations()).at(-1)!.version;
    const { rows } = await db.pool.query('select max(version) as version from schema_migrations');
    expect(rows).toEqual([{ version: newest }]);
    const stores = createStores(db.kysely);
    const page = { skip: 0, take: 10 };
    expect(await stores.organizations.find('org_1')).toMatchObject({
      name: 'Grüße',
      allowedOrigins: ['https://app.example'],
      retentionDays: null,
    });
    expect(await stores.apiKeys.findByHash('hash')).toMatchObject({ organization: { id: 'org_1' } });
    const { rows: held } = await stores.conversations.list('org_1', { ...page, user: 'ada' });
    expect(held).toMatchObject([{ id: 'conv_1', client: 'shop', endReason: 'stopped' }]);
    // Counted since a migration after that release.
    expect(
      (await stores.conversations.list('org_1', { ...page, client: 'shop', status: 'ended' })).total,
    ).toBe(1);
    expect(
      await stores.usage.seconds(
        'org_1',
        { start: new Date('2026-05-01'), end: new Date('2026-06-01') },
        new Date(),
      ),
    ).toBe(30);
    expect(await recount(db.kysely, 'org_1')).toBe(0);
    expect(await stores.conversations.transcripts(['conv_1'])).toMatchObject([{ content: 'I like tea.' }]);
    expect((await stores.memories.list('org_1', page)).total).toBe(1);
    const cycle = { start: new Date('2026-05-01'), end: new Date('2026-06-01') };
    const usage = () => stores.usage.byUser('org_1', cycle, new Date(), page);
    const users = [{ user: 'ada', client: 'shop', embedId: null, conversations: 1, seconds: 30, charge: 60 }];
    expect(await usage()).toEqual({ total: 1, rows: users });
    // What this release does with it, it can do with what is old as well.
    expect(await stores.erasures.eraseEnded('org_1', new Date(), 10)).toMatchObject({ conversations: 1 });
    expect(await usage()).toEqual({ total: 1, rows: users });
  } finally {
    await db.close();
  }
});
