import { beforeAll, describe, expect, it } from 'vitest';
import { makeGallery } from '../../domain/organizations/gallery.ts';
import type { Owned, OwnedStore } from '../../domain/owned.ts';
import type { Stores } from '../../domain/services.ts';
import { createStores } from '../create-stores.ts';
import { foldChanges } from '../lists/recount.ts';
import type { Database } from '../open-database.ts';
import { addVectors, passagesWithoutVectors } from '../search/missing-vectors.ts';
import { PassageSearch, readPassages } from '../search/passage-search.ts';
import { indexPassages, removeKnowledgeBase, removePassages } from '../search/write-passages.ts';
import type { TestDatabase } from '../testing/test-database.ts';
import { useTestDatabase } from '../testing/use-test-database.ts';
import { across, UntiedStatementError } from './tenant-guard.ts';
import { SHARED_TABLES, TENANT_TABLES } from './tenant-tables.ts';

/** It calls a method with the organization `org_a`, or a row of it, and with rows of `org_b`. */
type Call<S> = (store: S) => Promise<unknown>;
/**
 * No call, since the method names no organization: it is `across` all, reads `children` of rows that were read by
 * their organization, `adds` what names its own, or has nothing to do with any.
 */
type NoCall = 'across' | 'children' | 'adds' | 'shared';
type Calls = { [S in keyof Stores]: { [M in keyof Stores[S]]: Call<Stores[S]> | NoCall } };

const A = 'org_a';
const PAGE = { skip: 0, take: 20 };
const NOW = new Date('2026-05-04T12:00:00Z');
const LATE = new Date('2027-01-01T00:00:00Z');
const CYCLE = { start: new Date('2026-05-01T00:00:00Z'), end: new Date('2026-06-01T00:00:00Z') };
const SECRET = 'secret of b';
const MAYA = { identity: 'maya', name: 'Maya', description: '' };
/** A consumer of both. */
const USER = { user: 'uma' };
const answer = { status: 200, contentType: 'x', answer: 'x' };
const request = { fingerprint: 'f', lockedUntil: NOW, expiresAt: LATE };
const unwanted = () => {
  throw new Error('there is nothing to tell of');
};

const owned = (id: string) => ({
  insert: 'adds' as const,
  find: (store: OwnedStore<Owned>) => store.find(A, id),
  findMany: (store: OwnedStore<Owned>) => store.findMany(A, [id]),
  list: (store: OwnedStore<Owned>) => store.list(A, PAGE),
  findOldest: (store: OwnedStore<Owned>) => store.findOldest(A),
  update: (store: OwnedStore<Owned>) => store.update(A, id, { updatedAt: NOW }),
  remove: (store: OwnedStore<Owned>) => store.remove(A, id),
});
const delivery = {
  id: 'dlv_b',
  webhookId: 'whk_a',
  eventId: 'e',
  eventType: 'conversation.ended' as const,
  subjectId: 'c',
  payload: '{}',
  status: 'pending' as const,
  attempts: [],
  nextAttemptAt: NOW,
  createdAt: NOW,
  updatedAt: NOW,
};

/** Every method of every store: what is new does not compile without a line here. */
const CALLS: Calls = {
  organizations: {
    insert: 'adds',
    find: (store) => store.find(A),
    findFirst: 'across',
    list: 'across',
    update: (store) => store.update(A, { name: 'a' }),
    renewGallery: (store) => store.renewGallery(A, makeGallery(A, [MAYA], 'openai', NOW)),
    storedBytes: (store) => store.storedBytes(A),
    remove: (store) => store.remove('org_none'),
  },
  apiKeys: {
    insert: 'adds',
    findByHash: 'across',
    find: (store) => store.find(A, 'key_b'),
    list: (store) => store.list(A, PAGE),
    remove: (store) => store.remove(A, 'key_b'),
    markUsed: 'across',
  },
  knowledgeBases: owned('kb_b'),
  documents: {
    insert: 'adds',
    find: (store) => store.find('kb_a', 'doc_b'),
    findInAnyOrganization: 'across',
    newestOf: (store) => store.newestOf(['kb_a'], 50),
    ofOrganization: (store) => store.ofOrganization(A),
    indexing: 'across',
    advance: 'across',
    remove: (store) => store.remove('kb_a', 'doc_b'),
  },
  voices: owned('voi_b'),
  brains: owned('brn_b'),
  faces: {
    ...owned('face_b'),
    findById: 'across',
    findBuiltIn: (store) => store.findBuiltIn(A, SECRET, null),
    findCustom: (store) => store.findCustom(A, SECRET),
  },
  characters: owned('chr_b'),
  agents: owned('agt_b'),
  avatars: owned('avt_b'),
  conversations: {
    admit: (store) => store.admit(A, unwanted).catch(() => undefined),
    discard: (store) => store.discard(A, 'conv_b'),
    find: (store) => store.find(A, 'conv_b'),
    findInAnyOrganization: 'across',
    list: (store) => store.list(A, { ...PAGE, from: CYCLE.start, until: NOW }),
    rate: (store) => store.rate(A, 'conv_b', 'up', null),
    countRunning: (store) => store.countRunning(A),
    running: (store) => store.running({ organizationId: A }),
    personas: 'children',
    transcripts: 'children',
    timelines: 'children',
    saveTranscript: 'across',
    addTimeline: 'across',
    changes: (store) => store.changes(A, 'conv_b', 0, { items: 10, bytes: 1_000 }),
    confirm: (store) => store.confirm(A, 'conv_b', unwanted),
    markJoined: 'across',
    finish: 'across',
    touch: 'across',
    registerInstance: 'shared',
    removeInstance: 'shared',
    orphans: 'across',
  },
  memories: {
    remember: 'across',
    recall: (store) =>
      store.recall({ organizationId: A, client: null, ...USER, avatarId: 'avt_b' }, new Date(0)),
    find: (store) => store.find(A, 'mem_b'),
    list: (store) => store.list(A, { ...PAGE, ...USER }),
    remove: (store) => store.remove(A, 'mem_b', NOW),
    erase: (store) => store.erase(A, USER, NOW),
  },
  erasures: {
    eraseConversation: (store) => store.eraseConversation(A, 'conv_b'),
    eraseEnded: (store) => store.eraseEnded(A, LATE, 10),
    eraseUsers: (store) => store.eraseUsers(A, USER, LATE, 10),
    eraseMemories: (store) => store.eraseMemories(A, LATE, 10),
    eraseMemoriesOf: (store) => store.eraseMemoriesOf(A, USER),
    anonymiseUsage: (store) => store.anonymiseUsage(A, USER),
  },
  auditLog: { insert: 'shared', list: 'shared', removeBefore: 'shared' },
  tools: owned('tool_b'),
  modelServers: owned('msrv_b'),
  providerKeys: {
    list: (store) => store.list(A),
    put: 'adds',
    remove: (store) => store.remove(A, 'openai'),
  },
  embeds: {
    ...owned('emb_b'),
    findInAnyOrganization: 'across',
    use: (store) => store.use(A, ['emb_b'], CYCLE.start),
  },
  usage: {
    byUser: (store) => store.byUser(A, CYCLE, NOW, { ...PAGE, ...USER }),
    byPart: (store) => store.byPart(A, CYCLE, NOW, 'day'),
    reach: (store) => store.reach(A, CYCLE, 50, () => []),
    seconds: (store) => store.seconds(A, CYCLE, NOW),
  },
  webhooks: owned('whk_b'),
  deliveries: {
    find: 'across',
    payload: 'across',
    findOf: (store) => store.findOf('whk_a', 'dlv_b'),
    list: (store) => store.list('whk_a', PAGE),
    insert: 'adds',
    record: (store) => store.record(A, delivery, { status: 'failed', nextAttemptAt: null }, NOW, 0),
    keepPayload: (store) => store.keepPayload(delivery, 'of a'),
  },
  idempotency: {
    begin: (store) => store.begin(A, 'key', request, NOW),
    complete: (store) => store.complete(A, 'key', answer),
    abandon: (store) => store.abandon(A, 'other'),
    renew: (store) => store.renew([{ scope: A, key: 'other' }], NOW),
    forgetExpired: 'across',
  },
  requestRates: { add: 'shared', forgetExpired: 'shared' },
};

const EMBEDDING = { model: 'm', vector: Float32Array.of(1, 2, 3) };
/** What writes and reads passages is in no store: the ids of the domain reach it as they are. */
const PASSAGES: Record<string, Call<Database['kysely']>> = {
  search: (kysely) => new PassageSearch(kysely).search('kb_a', SECRET, 20, { ...EMBEDDING, least: -1 }),
  readPassages: (kysely) => readPassages(kysely, 'kb_a', 'doc_b', PAGE),
  passagesWithoutVectors: (kysely) => passagesWithoutVectors(kysely, 'kb_a', { after: '0', most: 20 }),
  addVectors: async (kysely) => {
    const { rows } = await db.pool.query<{ id: string }>('select id from passages');
    await addVectors(
      kysely,
      'kb_a',
      rows.map(({ id }) => ({ passageId: id, embedding: { ...EMBEDDING, model: 'of a' } })),
    );
  },
  indexPassages: (kysely) => indexPassages(kysely, 'kb_a', 'doc_b', [[{ text: 'of a' }]], { attempt: 1 }),
  removePassages: (kysely) => removePassages(kysely, 'kb_a', 'doc_b'),
  removeKnowledgeBase: (kysely) => removeKnowledgeBase(kysely, 'kb_a'),
};

const T = `'2026-05-04T03:02:01Z'`;
const own = (owner: 'a' | 'b', text: string) => `
  insert into organizations values ('org_${owner}', '${text}', 'paid', 60, 3, 1000, null, 2, 1, '[]', ${T}, ${T}, 5000, null);
  insert into api_keys values ('key_${owner}', 'org_${owner}', '${text}', 'hash ${text}', null, null, ${T});
  insert into knowledge_bases values ('kb_${owner}', 'org_${owner}', null, '${text}', null, ${T}, ${T});
  insert into documents values ('doc_${owner}', 'org_${owner}', 'kb_${owner}', '${text}', null, 'text/plain', 1, 'indexed', null, 1, null, ${T}, ${T});
  insert into document_timeline (document_id, type, content, recorded_at) values ('doc_${owner}', 'created', '${text}', ${T});
  insert into voices values ('voi_${owner}', 'org_${owner}', null, '${text}', null, ${T}, ${T});
  insert into brains values ('brn_${owner}', 'org_${owner}', null, '${text}', null, ${T}, ${T});
  insert into faces (id, organization_id, identity, built_in, created_at, updated_at) values ('face_${owner}', 'org_${owner}', '${text}', true, ${T}, ${T});
  insert into agents (id, organization_id, provider, name, search, emotions, memory, created_at, updated_at)
    values ('agt_${owner}', 'org_${owner}', 'gemini', '${text}', false, false, false, ${T}, ${T});
  insert into avatars values ('avt_${owner}', 'org_${owner}', null, 'x', '${text}', 'd', 'face_${owner}', null, ${T}, ${T});
  insert into characters (id, organization_id, name, face_id, created_at, updated_at) values ('chr_${owner}', 'org_${owner}', '${text}', 'face_${owner}', ${T}, ${T});
  insert into tools (id, organization_id, name, description, parameters, url, header_names, timeout_ms, secret, created_at, updated_at)
    values ('tool_${owner}', 'org_${owner}', '${text}', 'd', '{}', 'https://h', '[]', 1, 's', ${T}, ${T});
  insert into model_servers (id, organization_id, name, use, url, model, created_at, updated_at)
    values ('msrv_${owner}', 'org_${owner}', '${text}', 'llm', 'https://h', 'm', ${T}, ${T});
  insert into provider_keys values ('org_${owner}', 'openai', '${text}', '${text}', ${T});
  insert into agent_tools values ('agt_${owner}', 'tool_${owner}', 0);
  insert into embeds (id, organization_id, name, avatar_id, allowed_origins, max_seconds, concurrent_conversations, seconds_per_day, enabled, look, created_at, updated_at)
    values ('emb_${owner}', 'org_${owner}', '${text}', 'avt_${owner}', '[]', 1, 1, 1, true, '{}', ${T}, ${T});
  insert into webhooks (id, organization_id, url, event_types, enabled, secret, created_at, updated_at) values ('whk_${owner}', 'org_${owner}', '${text}', '[]', true, 's', ${T}, ${T});
  insert into webhook_events values ('evt_${owner}', '${text}');
  insert into webhook_deliveries values ('dlv_${owner}', 'whk_${owner}', 'evt_${owner}', 'conversation.ended', 'conv_${owner}', 'pending', '[]', ${T}, ${T}, ${T});
  insert into conversations (id, organization_id, name, status, end_reason, provider, self_hosted, room, server_url, avatar_id, consumer_identity,
    embed_id, memory, max_seconds, freemium, charge, charge_by_second, service_instance_id, last_heartbeat_at, started_at, joined_at, ended_at, created_at, updated_at, revision, status_revision)
    values ('conv_${owner}', 'org_${owner}', '${text}', 'ended', 'stopped', 'gemini', false, 'r', 'ws://h', 'avt_${owner}', 'uma',
      'emb_${owner}', true, 60, false, true, 2, 'i', ${T}, ${T}, ${T}, ${T}, ${T}, ${T}, 3, 1);
  insert into conversation_personas values ('conv_${owner}', '{"name": "${text}"}');
  insert into transcript_entries values ('conv_${owner}', 'e', 'user', '${text}', ${T}, 2);
  insert into timeline_entries (conversation_id, type, author, content, recorded_at, revision) values ('conv_${owner}', 'created', 'system', '${text}', ${T}, 3);
  insert into memories values ('mem_${owner}', 'org_${owner}', null, 'uma', 'avt_${owner}', '${text}', 'k', 'conv_${owner}', ${T}, ${T});
  insert into past_usage (organization_id, day, "user", freemium, conversations, seconds, charge) values ('org_${owner}', ${T}, 'uma', false, 1, 1, 1);
  insert into idempotency_keys (organization_id, key, fingerprint, locked_until, expires_at) values ('org_${owner}', 'other', '${text}', ${T}, now() + interval '1 day');`;

let stores: Stores;
const db = useTestDatabase();
beforeAll(async () => {
  await db.pool.query(own('a', 'words of a') + own('b', SECRET));
  for (const [owner, text] of [
    ['a', 'words of a'],
    ['b', SECRET],
  ])
    await indexPassages(db.kysely, `kb_${owner}`, `doc_${owner}`, [
      [{ text: text!, embedding: EMBEDDING }, { text: text! }],
    ]);
  await foldChanges(db.kysely);
  // What the first has summed up is counted as well.
  await foldChanges(db.kysely);
  stores = createStores(db.kysely);
});

/** All rows in which something of `org_b` stands. */
async function rowsOfB(): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {};
  for (const table of Object.keys(TENANT_TABLES)) {
    const found = await db.pool.query(
      `select * from ${table} t where t::text like '%\\_b%' or t::text like $1 order by t::text`,
      [`%${SECRET}%`],
    );
    rows[table] = found.rows;
  }
  return rows;
}

const CALLED = Object.entries(CALLS).flatMap(([store, methods]) =>
  Object.entries(methods).flatMap(([method, call]) =>
    typeof call === 'function' ? [[`${store}.${method}`, store, call] as const] : [],
  ),
);

describe('called for one organization with the ids of another', () => {
  const answersNothingOfB = async (call: () => Promise<unknown>) => {
    const before = await rowsOfB();
    const answered = await call();
    const text = JSON.stringify(answered, (__, value: unknown) =>
      value instanceof Map ? [...(value as Map<unknown, unknown>)] : value,
    );
    expect(text ?? '').not.toMatch(new RegExp(`${SECRET}|_b"`));
    expect(await rowsOfB()).toEqual(before);
  };

  it.each(CALLED)('%s answers nothing of the other and leaves it as it is', (_, store, call) =>
    answersNothingOfB(() => (call as Call<unknown>)(stores[store as keyof Stores])),
  );

  it.each(Object.entries(PASSAGES))('%s of passages does so too', (_, call) =>
    answersNothingOfB(() => call(db.kysely)),
  );

  it('what is read of passages is there for its own organization', async () => {
    expect(JSON.stringify(await new PassageSearch(db.kysely).search('kb_b', SECRET, 20))).toContain(SECRET);
    expect(JSON.stringify(await readPassages(db.kysely, 'kb_b', 'doc_b', PAGE))).toContain(SECRET);
  });

  it('calls every method of every store that takes an organization', () => {
    for (const [name, store] of Object.entries(stores))
      expect(Object.keys(CALLS[name as keyof Stores]).toSorted(), name).toEqual(
        Object.keys(store).toSorted(),
      );
    expect(CALLED.length).toBeGreaterThan(100);
  });
});

it('every table is a tenant’s or shared, and has the columns that tie it', async () => {
  const { rows } = await db.pool.query<{ name: string; columns: string[] }>(
    `select table_name as name, array_agg(column_name::text) as columns from information_schema.columns
     join information_schema.tables using (table_schema, table_name)
     where table_schema = current_schema() and table_type = 'BASE TABLE' group by 1`,
  );
  const tenants: Record<string, readonly string[]> = TENANT_TABLES;
  expect(rows.map(({ name }) => name).toSorted()).toEqual(
    [...Object.keys(tenants), ...SHARED_TABLES].toSorted(),
  );
  for (const { name, columns } of rows)
    expect(columns).toEqual(expect.arrayContaining([...(tenants[name] ?? [])]));
});

it('a statement without an organization is not sent, unless it says why', async () => {
  const all = (kysely: TestDatabase['kysely']) => kysely.selectFrom('agents').select('id');
  expect(() => all(db.kysely).compile()).toThrow(UntiedStatementError);
  await expect(all(db.kysely).execute()).rejects.toThrow('reads or writes agents without its organization');
  expect(await all(across(db.kysely, 'operator')).execute()).toHaveLength(2);
});
