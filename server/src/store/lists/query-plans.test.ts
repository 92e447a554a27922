import { Kysely } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { createStores } from '../create-stores.ts';
import { claimJobs, countJobs, purgeFinished, requeueExpired } from '../jobs/job-statements.ts';
import type { Schema } from '../schema.ts';
import { PassageSearch } from '../search/passage-search.ts';
import { knowledgeBaseMarker } from '../search/write-passages.ts';
import { GuardedDialect } from '../tenants/tenant-guard.ts';
import { insertOrganization } from '../testing/insert-organization.ts';
import { SEEDED, seedConversations } from '../testing/seed-conversations.ts';
import { useTestDatabase } from '../testing/use-test-database.ts';
import { foldChanges } from './recount.ts';

const ORG = 'org_1';
const PAGE = { skip: 0, take: 20 };
const CONVERSATIONS = 8_000;
/** A plan step that expects more rows than this reads old rows that the query does not need. */
const MAX_ROWS = 1_000;
const NOW = new Date();
const MONTH = {
  start: new Date(Date.UTC(NOW.getUTCFullYear(), NOW.getUTCMonth(), 1)),
  end: new Date(NOW.getTime() + 1e9),
};

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Plan Rows': number;
  'CTE Name'?: string;
  /** Rows per loop, if the statement was executed. */
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

let sent: { sql: string; parameters: readonly unknown[] }[] = [];
let kysely: Kysely<Schema>;
let stores: ReturnType<typeof createStores>;

/** Fills every growing table, mostly with old rows or rows of other organizations. */
const KEPT = `
  insert into organizations select 'org_2', name, plan, max_session_seconds, concurrent_sessions, document_bytes,
    monthly_seconds, charge_by_second, anchor_day, allowed_origins, created_at, updated_at, stored_bytes from organizations;
  insert into agents (id, organization_id, client, provider, name, search, emotions, memory, created_at, updated_at)
    select 'agt_' || i, case when i % 5 = 0 then 'org_1' else 'org_2' end, 'client' || i / 5 % 20, 'gemini', 'Guide', false, false,
      false, now() - i * interval '1 minute', now()
    from generate_series(1, 10000) i;
  insert into memories (id, organization_id, client, "user", avatar_id, content, content_key, conversation_id, created_at, updated_at)
    select 'mem_' || i, 'org_1', 'client' || i % 20, 'user' || i / 10, 'avt_' || i % 50, 'x', 'x' || i, 'c', now() - i * interval '1 minute', now()
    from generate_series(1, 5000) i;
  insert into jobs (kind, payload, state, lane, finished_at)
    select 'deliver_webhook', '{}', 'succeeded', 'org_1', now() - i * interval '1 second' from generate_series(1, 5000) i;
  insert into jobs (kind, payload, state, lane, finished_at)
    select 'deliver_webhook', '{}', 'dead', 'org_1', now() - i * interval '10 minutes' from generate_series(1, 1000) i;
  insert into jobs (kind, payload, lane) select 'deliver_webhook', '{}', 'org_1' from generate_series(1, 20) i;
  insert into idempotency_keys (organization_id, key, fingerprint, locked_until, expires_at)
    select 'org_1', 'key' || i, 'f', now(), now() + i * interval '1 second' from generate_series(1, 5000) i;
  insert into rate_limits select 'bucket' || i, now(), 1, now() + i * interval '1 second' from generate_series(1, 5000) i;
  insert into webhooks (id, organization_id, url, event_types, enabled, secret, created_at, updated_at)
    select 'whk_' || i, 'org_1', 'https://h', '["conversation.ended"]', true, 's', now(), now() from generate_series(0, 19) i;
  insert into webhook_events select 'evt_' || i, '{}' from generate_series(1, 5000) i;
  insert into webhook_deliveries (id, webhook_id, event_id, event_type, subject_id, status, attempts, created_at, updated_at)
    select 'dlv_' || i, 'whk_' || i % 20, 'evt_' || i, 'conversation.ended', 'c', 'succeeded', '[]', now() - i * interval '1 minute', now()
    from generate_series(1, 5000) i;
  insert into list_counts (owner, list, day, status, reason, n)
    select 'org_' || 2 + i / 1000, 'conversations', '2026-01-01'::date + i % 1000, 'ended', 'stopped', 1
    from generate_series(1, 50000) i;
  insert into knowledge_bases values ('kb_1', 'org_1', null, 'Rules', null, now(), now());
  insert into documents (id, organization_id, knowledge_base_id, name, mime_type, size, status, attempt, created_at, updated_at)
    select 'doc_' || i, case when i % 20 = 0 then 'org_1' else 'org_2' end, 'kb_1', 'd', 'text/plain', 1, 'indexed', 1, now(), now() from generate_series(1, 5000) i;
  insert into passages (knowledge_base_id, document_id, ordinal, text, lexemes)
    select kb, 'doc_' || i, 0, 'x', array_to_tsvector(array['park', 'kb' || left(encode(sha256(kb::bytea), 'hex'), 24)])
    from generate_series(1, 5000) i, lateral (select 'kb_' || 1 + i % 20 as kb) of_it;
  insert into knowledge_indexes values ('kb_1', 250, 1);
  insert into knowledge_lexemes values ('kb_1', 'park', 250)`;

const db = useTestDatabase();
beforeAll(async () => {
  await insertOrganization(db.kysely);
  await seedConversations(db.pool, { organizationId: ORG, conversations: CONVERSATIONS, entriesEach: 2 });
  await db.pool.query(
    `update conversations set embed_id = 'emb_' || right(id, 1) where id like '%1' or id like '%2'`,
  );
  await db.pool.query(
    `update conversations set avatar_id = 'avt_' || right(id, 1), agent_id = 'agt_' || right(id, 1) where id like '%1' or id like '%2'`,
  );
  await db.pool.query(`update conversations set rating = 'down' where id like '%07'`);
  await db.pool.query(KEPT);
  await foldChanges(db.kysely);
  await db.pool.query('vacuum analyze');
  kysely = new Kysely<Schema>({
    dialect: new GuardedDialect({ pool: db.pool }),
    log: ({ query }) => {
      sent.push({ sql: query.sql, parameters: query.parameters });
    },
  });
  stores = createStores(kysely);
});

const rowsOf = (node: PlanNode) =>
  (node['Actual Rows']! + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']!;

/** Returns the plan steps of every statement of `work`. With `analyze`, the statements are executed once more. */
async function plansOf(work: () => Promise<unknown>, analyze = false): Promise<PlanNode[]> {
  sent = [];
  await work();
  const steps: PlanNode[] = [];
  const walk = (node: PlanNode): void => {
    steps.push(node);
    node.Plans?.forEach(walk);
  };
  for (const { sql: text, parameters } of sent) {
    if (!/^(\/\*.*?\*\/)?\s*\(?(select|with|update|delete|insert)/.test(text)) continue;
    const { rows } = await db.pool.query(`explain (format json, analyze ${analyze}) ${text}`, [
      ...parameters,
    ]);
    walk(rows[0]['QUERY PLAN'][0].Plan);
  }
  expect(steps).not.toHaveLength(0);
  return steps;
}

const GROWING =
  /^(conversations|agents|memories|jobs|idempotency_keys|rate_limits|webhook_deliveries|documents|transcript_entries|timeline_entries|usage_totals|list_counts)$/;

async function expectIndexed(work: () => Promise<unknown>, mostRows = MAX_ROWS): Promise<void> {
  for (const node of await plansOf(work)) {
    const { 'Node Type': type, 'Relation Name': table = '', 'Plan Rows': rows } = node;
    if (type === 'Seq Scan') expect(table).not.toMatch(GROWING);
    if (type === 'Sort') expect(rows, JSON.stringify(node)).toBeLessThan(mostRows);
  }
}

const filters = {
  'no filter': {},
  client: { client: SEEDED.client },
  user: { user: SEEDED.user },
  embed: { embed: 'emb_1' },
  'an avatar': { character: 'avt_1' },
  'an agent': { agent: 'agt_1' },
  'a rating': { rating: 'down' as const },
  'a text': { search: 'hello' },
  'status ended': { status: 'ended' as const },
  'status error': { status: 'error' as const },
  'status running': { status: 'running' as const },
  'a reason': { endReason: 'idle' as const },
  'a month': {
    from: new Date(NOW.getTime() - 60 * 86_400_000),
    until: new Date(NOW.getTime() - 30 * 86_400_000),
  },
  'client and status': { client: SEEDED.client, status: 'error' as const },
};

describe.each(Object.entries(filters))('conversations by %s', (_, filter) => {
  it.each([
    ['the first page', PAGE],
    ['a deep page', { skip: 900, take: 20 }],
    [
      'the page behind a cursor',
      { ...PAGE, after: { at: new Date(NOW.getTime() - 1e9).toISOString(), id: 'conv_1' } },
    ],
  ])('%s is read with an index', async (__, page) => {
    await expectIndexed(() => stores.conversations.list(ORG, { ...page, ...filter }));
  });
});

it.each<[string, () => Promise<unknown>]>([
  ['agents', () => stores.agents.list(ORG, PAGE)],
  ['agents of a client', () => stores.agents.list(ORG, { ...PAGE, client: SEEDED.client, skip: 50 })],
  ['memories', () => stores.memories.list(ORG, PAGE)],
  ['memories of a user', () => stores.memories.list(ORG, { ...PAGE, user: SEEDED.user })],
  ['memories of an avatar', () => stores.memories.list(ORG, { ...PAGE, avatarId: 'avt_7' })],
  ['deliveries', () => stores.deliveries.list('whk_1', PAGE)],
  ['transcripts', () => stores.conversations.transcripts([`conv_${'7'.padStart(26, '0')}`], 51)],
  ['timelines', () => stores.conversations.timelines([`conv_${'7'.padStart(26, '0')}`], 51)],
  [
    'what is new in a conversation',
    () =>
      stores.conversations.changes(ORG, `conv_${'7'.padStart(26, '0')}`, 1, { items: 100, bytes: 100_000 }),
  ],
  ['the places of an organization', () => stores.conversations.countRunning(ORG)],
  ['what runs', () => stores.conversations.running()],
  ['what has lost its service', () => stores.conversations.orphans(NOW)],
  ['the use of an embed today', () => stores.embeds.use(ORG, ['emb_1'], NOW)],
  ['seconds of a cycle', () => stores.usage.seconds(ORG, MONTH, NOW)],
  ['usage by user', () => stores.usage.byUser(ORG, MONTH, NOW, PAGE)],
  ['usage of a client', () => stores.usage.byUser(ORG, MONTH, NOW, { ...PAGE, client: SEEDED.client })],
  ['usage of a user', () => stores.usage.byUser(ORG, MONTH, NOW, { ...PAGE, user: SEEDED.user })],
  ['stored bytes', () => stores.organizations.storedBytes(ORG)],
  ['documents that are indexed', () => stores.documents.listIndexing()],
  ['the next jobs', () => claimJobs(kysely, { kind: 'deliver_webhook', limit: 4, leaseMs: 1, perLane: 2 })],
  ['jobs of the dead', () => requeueExpired(kysely)],
  ['counts of jobs', () => countJobs(kysely)],
  ['what has served its time', () => purgeFinished(kysely)],
  ['the sweep of idempotency keys', () => stores.idempotency.deleteExpired(new Date(0))],
  ['the sweep of rates', () => stores.requestRates.deleteExpired(new Date(0))],
])('%s: no statement reads a whole table', async (_, work) => {
  await expectIndexed(work);
});

it('a question reads only the word index of passages', async () => {
  let found = 0;
  const steps = await plansOf(async () => {
    found = (await new PassageSearch(kysely).search('kb_1', 'parking', 5)).length;
  });
  expect(found).toBe(5);
  const indexes = steps.map((node) => node['Index Name'] ?? '').filter((name) => name.startsWith('passages'));
  expect(new Set(indexes)).toEqual(new Set(['passages_lexemes', 'passages_pkey']));
});

describe('of passages that all contain the words of a question', () => {
  const words = Array.from(
    { length: 48 },
    (_, n) => `zq${String.fromCharCode(97 + (n % 26)).repeat(1 + n / 26)}nt`,
  );

  /** Returns how many passages and documents a question reads, and how often a passage is ranked by a lexeme. */
  async function workOf(knowledgeBaseId: string, question: string) {
    let found = 0;
    const steps = await plansOf(async () => {
      found = (await new PassageSearch(kysely).search(knowledgeBaseId, question, 5)).length;
    }, true);
    const sum = (of: (node: PlanNode) => boolean, count: (node: PlanNode) => number) =>
      steps.filter(of).reduce((total, node) => total + count(node), 0);
    return {
      found,
      read: sum((node) => node['Relation Name'] === 'passages', rowsOf),
      documents: sum((node) => node['Relation Name'] === 'documents', rowsOf),
      rankings: sum(
        (node) => node['CTE Name'] === 'query_lexemes',
        (node) => node['Actual Rows']! * node['Actual Loops']!,
      ),
    };
  }

  /** Adds passages that contain the first `held` words, in a document with this status. */
  const fill = (id: string, status: string, passages: number, held: number) =>
    db.pool.query(`
      insert into knowledge_bases values ('${id}', 'org_1', null, 'Same', null, now(), now());
      insert into documents (id, organization_id, knowledge_base_id, name, mime_type, size, status, attempt, created_at, updated_at)
        values ('doc_${id}', 'org_1', '${id}', 'd', 'text/plain', 1, '${status}', 1, now(), now());
      insert into passages (knowledge_base_id, document_id, ordinal, text, lexemes)
        select '${id}', 'doc_${id}', i, 'x', lexemes || array_to_tsvector(array['${knowledgeBaseMarker(id)}'])
        from to_tsvector('pg_catalog.english', '${words.slice(0, held).join(' ')}') lexemes, generate_series(1, ${passages}) i;
      insert into knowledge_lexemes select '${id}', lexeme, ${passages}
        from unnest(to_tsvector('pg_catalog.english', '${words.slice(0, held).join(' ')}'));
      insert into knowledge_indexes values ('${id}', ${passages}, 1)`);

  it('a limited number is ranked, by a limited number of words', async () => {
    await fill('kb_same', 'indexed', 4_000, 48);
    const { found, read, documents, rankings } = await workOf('kb_same', words.join(' '));
    expect(found).toBe(5);
    expect(documents).toBeLessThan(6_000);
    expect(read).toBeLessThan(2_000);
    expect(rankings).toBeGreaterThan(1_500);
    expect(rankings).toBeLessThan(30_000);
  });

  it('all are ranked for a question of one word', async () => {
    const { read, rankings } = await workOf('kb_same', words[0]!);
    expect(read).toBeGreaterThanOrEqual(4_000);
    expect(rankings).toBeGreaterThanOrEqual(4_000);
  });

  it('a limited number is read that is not indexed yet', async () => {
    await fill('kb_unready', 'indexing', 20_000, 1);
    const { found, read, documents, rankings } = await workOf('kb_unready', words[0]!);
    expect(documents).toBeLessThan(6_000);
    expect({ found, rankings }).toEqual({ found: 0, rankings: 0 });
    expect(read).toBeLessThan(19_000);
  });
});

it('of words that begin with an unknown one, a limited number is read', async () => {
  await db.pool.query(`
    insert into knowledge_words (knowledge_base_id, word, document_frequency, variants)
    select 'kb_1', 'parad' || chr(97 + i % 20) || chr(97 + i / 20 % 20) || chr(97 + i / 400), 1, '{}' from generate_series(1, 4000) i`);
  const steps = await plansOf(() => new PassageSearch(kysely).search('kb_1', 'parad', 5), true);
  const read = steps.filter((node) => node['Relation Name'] === 'knowledge_words').map(rowsOf);
  expect(Math.max(...read)).toBeLessThan(1_100);
});
