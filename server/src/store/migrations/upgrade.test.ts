import { beforeAll, expect, it } from 'vitest';
import { makeGallery, SHARED_AGENT } from '../../domain/organizations/gallery.ts';
import { useFolder } from '../../lib/testing/use-folder.ts';
import { createStores } from '../create-stores.ts';
import { recount } from '../lists/recount.ts';
import { openDatabase } from '../open-database.ts';
import { PassageSearch } from '../search/passage-search.ts';
import { knowledgeBaseMarker } from '../search/write-passages.ts';
import { readMigrations } from './read-migrations.ts';
import { runMigrations } from './run-migrations.ts';

/** The last schema version of the previous release. Raise it with every release. */
const RELEASED = 10;
const NOW = "'2026-05-04T03:02:01.123Z'";
const PEOPLE = ['Maya', 'Daniel', 'Ada'].map((name) => ({
  identity: name.toLowerCase(),
  name,
  description: '',
}));
/** A word in a document of `kb_1`. */
const FORGED = knowledgeBaseMarker('kb_2');
/** A single agent spoke for everybody in the gallery. `daniel` was changed, and `agt_2` belongs to the owner. */
const GALLERY = `
  insert into agents (id, organization_id, provider, name, voice, instructions, greeting_msg, search, emotions, memory,
    created_at, updated_at) values
    ('agt_1', 'org_1', 'gemini', 'Companion', 'Puck', '${SHARED_AGENT.instructions}', 'Hello!', false, true, false, ${NOW}, ${NOW}),
    ('agt_2', 'org_1', 'gemini', 'Maya', 'Kore', 'Sell tea.', 'Tea?', false, true, false, ${NOW}, ${NOW});
  insert into faces (id, organization_id, identity, built_in, created_at, updated_at)
    values ('face_1', 'org_1', 'maya', true, ${NOW}, ${NOW});
  insert into avatars (id, organization_id, identity, name, description, face_id, agent_id, created_at, updated_at)
    select 'avt_' || name, 'org_1', identity, name, '', 'face_1', agent, ${NOW}::timestamptz + created, ${NOW}::timestamptz + updated
    from (values ('Maya', 'maya', 'agt_1', interval '0', interval '0'), ('Dan', 'daniel', 'agt_1', '0', '1 h'),
      ('Ada', 'ada', 'agt_2', '0', '0'), ('Later', 'maya', 'agt_1', '1 h', '1 h')) as a (name, identity, agent, created, updated);`;
/** Rows that an installation of that release has written. */
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
  insert into memories values ('mem_1', 'org_1', 'shop', 'ada', 'avt_1', 'I like tea.', 'i like tea', 'conv_1', ${NOW}, ${NOW});
  insert into webhooks (id, organization_id, url, event_types, enabled, secret, created_at, updated_at)
    values ('whk_1', 'org_1', 'https://h', '[]', true, 's', ${NOW}, ${NOW});
  insert into webhook_deliveries (id, webhook_id, event_id, event_type, subject_id, payload, status, attempts, next_attempt_at, created_at, updated_at)
    values ('dlv_1', 'whk_1', 'evt_1', 'transcript.completed', 'conv_1', '{"said":"tea"}', 'succeeded', '[]', null, ${NOW}, ${NOW}),
      ('dlv_2', 'whk_1', 'evt_1', 'transcript.completed', 'conv_1', null, 'pending', '[]', ${NOW}, ${NOW}, ${NOW});
  insert into knowledge_bases values ('kb_1', 'org_1', null, 'Rules', null, ${NOW}, ${NOW});
  insert into documents (id, organization_id, knowledge_base_id, name, mime_type, size, status, attempt, created_at, updated_at)
    values ('doc_1', 'org_1', 'kb_1', 'd', 'text/plain', 1, 'indexed', 1, ${NOW}, ${NOW});
  insert into passages (knowledge_base_id, document_id, ordinal, text, lexemes)
    values ('kb_1', 'doc_1', 0, 'Parks', array_to_tsvector(array['park', '${knowledgeBaseMarker('kb_1')}', '${FORGED}']));
  insert into knowledge_indexes values ('kb_1', 1, 1);
  insert into knowledge_lexemes
    select 'kb_1', unnest(tsvector_to_array(lexemes)), 1 from passages;`;

const dataDir = useFolder();
beforeAll(async () => {
  const before = await openDatabase({ dataDir, durable: false, migrate: false });
  await runMigrations(before.pool, { upTo: RELEASED });
  await before.pool.query(HELD);
  await before.pool.query(GALLERY);
  await before.close();
});

it('a store of the previous release is opened, migrated, and returns everything that it held', async () => {
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
    expect((await stores.deliveries.list('whk_1', page)).rows.map(({ payload }) => payload)).toEqual(
      Array(2).fill('{"said":"tea"}'),
    );
    const { rows: held } = await stores.conversations.list('org_1', { ...page, user: 'ada' });
    expect(held).toMatchObject([{ id: 'conv_1', client: 'shop', endReason: 'stopped' }]);
    // Counted since a later migration.
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
    expect(await new PassageSearch(db.kysely).search('kb_1', 'parks', 5)).toMatchObject([{ text: 'Parks' }]);
    const passages = await db.pool.query('select 1 from passages where lexemes @@ $1::tsquery', [FORGED]);
    const lexemes = await db.pool.query('select lexeme from knowledge_lexemes order by lexeme');
    expect(passages.rows).toEqual([]);
    expect(lexemes.rows).toEqual([{ lexeme: knowledgeBaseMarker('kb_1') }, { lexeme: 'park' }]);
    const cycle = { start: new Date('2026-05-01'), end: new Date('2026-06-01') };
    const usage = () => stores.usage.byUser('org_1', cycle, new Date(), page);
    const users = [{ user: 'ada', client: 'shop', embedId: null, conversations: 1, seconds: 30, charge: 60 }];
    expect(await usage()).toEqual({ total: 1, rows: users });
    // Twice, like a second start.
    for (const _start of [1, 2]) {
      const gallery = makeGallery('org_1', PEOPLE, 'openai', new Date());
      await stores.organizations.renewGallery('org_1', gallery);
    }
    const agents = new Map((await stores.agents.list('org_1', page)).rows.map((agent) => [agent.id, agent]));
    const speaks = (await stores.avatars.list('org_1', page)).rows.map(({ name, agentId }) => {
      const agent = agents.get(agentId!)!;
      return [name, agent.name, agent.provider, agent.voice];
    });
    expect(agents.size).toBe(3);
    expect(new Map(speaks.map(([avatar, ...speaker]) => [avatar, speaker]))).toEqual(
      new Map([
        ['Ada', ['Maya', 'gemini', 'Kore']],
        ['Dan', ['Companion', 'openai', null]],
        ['Later', ['Companion', 'openai', null]],
        ['Maya', ['Maya', 'openai', 'marin']],
      ]),
    );
    // Old rows work like new ones with this release.
    expect(await stores.erasures.eraseEnded('org_1', new Date(), 10)).toMatchObject({ conversations: 1 });
    expect(await usage()).toEqual({ total: 1, rows: users });
  } finally {
    await db.close();
  }
});
