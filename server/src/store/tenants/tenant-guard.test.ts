import { beforeAll, describe, expect, it } from 'vitest';
import { makeGallery } from '../../domain/organizations/gallery.ts';
import type { Owned, OwnedStore } from '../../domain/owned.ts';
import type { Stores } from '../../domain/ports.ts';
import { createStores } from '../create-stores.ts';
import { removePassagesOfOrganization } from '../documents/deletion-jobs.ts';
import type { Database } from '../open-database.ts';
import {
  addVectors,
  countVectors,
  passagesWithoutVectors,
  storeEmbeddingProblem,
} from '../search/missing-vectors.ts';
import { PassageSearch, readPassages } from '../search/passage-search.ts';
import { indexPassages, removeKnowledgeBase, removePassages } from '../search/write-passages.ts';
import { EMBEDDING, fillTenants } from '../testing/fill-tenants.ts';
import type { TestDatabase } from '../testing/test-database.ts';
import { useTestDatabase } from '../testing/use-test-database.ts';
import { crossTenant, UnscopedStatementError } from './tenant-guard.ts';
import { SHARED_TABLES, TENANT_TABLES } from './tenant-tables.ts';

/** Calls a method with the organization `org_a`, or a row of it, and with rows of `org_b`. */
type Call<S> = (store: S) => Promise<unknown>;
/**
 * Methods that are not called, because they name no organization: `across` covers all organizations, `children` reads
 * rows of parents that were read by organization, `adds` inserts a row that names its own, and `shared` concerns none.
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
/** The id of a consumer in both organizations. */
const USER = { user: 'uma' };
const answer = { status: 200, contentType: 'x', encryptedBody: 'x' };
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

const ofMember = { organizationId: A, memberId: 'mbr_b', createdAt: NOW };
const invitation = {
  id: 'inv_b',
  organizationId: A,
  hash: 'h',
  name: 'a',
  role: 'owner' as const,
  expiresAt: LATE,
  createdAt: NOW,
};
const admitted = {
  member: {
    id: 'mbr_n',
    organizationId: A,
    name: 'a',
    role: 'owner' as const,
    lastSignedInAt: null,
    createdAt: NOW,
  },
  passkey: { ...ofMember, id: 'pk_n', publicKey: 'k', counter: 1 },
  identity: { ...ofMember, issuer: 'https://h', subject: 'n' },
  session: { ...ofMember, id: 'ses_n', hash: 'n', device: 'd', lastSeenAt: NOW, expiresAt: LATE },
  challenge: { hash: 'c', expiresAt: LATE },
};

/** Every method of every store. A new method does not compile without an entry here. */
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
    listNewest: (store) => store.listNewest(['kb_a'], 50),
    listOfWebsite: (store) => store.listOfWebsite('kb_a', 'site_b'),
    listOfOrganization: (store) => store.listOfOrganization(A),
    listIndexing: 'across',
    updateIfCurrent: 'across',
    remove: (store) => store.remove('kb_a', 'doc_b'),
  },
  websites: {
    ...owned('site_b'),
    findInAnyOrganization: 'across',
    updateIfCurrent: 'across',
    unfinished: 'across',
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
    storeHeartbeats: 'across',
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
    deleteStoredResponses: (store) => store.deleteStoredResponses(A, USER),
    anonymiseUsage: (store) => store.anonymiseUsage(A, USER),
  },
  auditLog: { insert: 'shared', list: 'shared', removeBefore: 'shared' },
  tools: owned('tool_b'),
  modelServers: {
    ...owned('msrv_b'),
    findForEmbeddings: (store) => store.findForEmbeddings(A),
    listForEmbeddings: 'across',
  },
  providerKeys: {
    list: (store) => store.list(A),
    put: 'adds',
    remove: (store) => store.remove(A, 'openai'),
  },
  members: {
    find: (store) => store.find(A, 'mbr_b'),
    list: (store) => store.list(A, PAGE),
    update: (store) => store.update(A, 'mbr_b', { role: 'viewer' }),
    remove: (store) => store.remove(A, 'mbr_b'),
    sessions: (store) => store.sessions(A, 'mbr_b'),
    endSession: (store) => store.endSession(A, 'mbr_b', 'ses_b'),
  },
  memberInvitations: {
    insert: 'adds',
    list: (store) => store.list(A, PAGE),
    remove: (store) => store.remove(A, 'inv_b'),
    findByHash: 'across',
    accept: (store) => store.accept(invitation, admitted, 10),
  },
  signIns: {
    findPasskey: 'across',
    findIdentity: 'across',
    signIn: (store) => store.signIn({ ...admitted, passkey: { ...admitted.passkey, id: 'pk_b' } }, 10),
    findSession: 'across',
    touchSession: (store) => store.touchSession(A, 'ses_b', NOW),
    endSession: 'across',
  },
  embeds: {
    ...owned('emb_b'),
    findInAnyOrganization: 'across',
    use: (store) => store.use(A, ['emb_b'], CYCLE.start),
  },
  usage: {
    byUser: (store) => store.byUser(A, CYCLE, NOW, { ...PAGE, ...USER }),
    byPart: (store) => store.byPart(A, CYCLE, NOW, 'day'),
    reachThreshold: (store) => store.reachThreshold(A, CYCLE, 50, () => []),
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
    storePayload: (store) => store.storePayload(delivery, 'of a'),
  },
  idempotency: {
    reserve: (store) => store.reserve(A, 'key', request, NOW),
    complete: (store) => store.complete(A, 'key', answer),
    release: (store) => store.release(A, 'other'),
    renew: (store) => store.renew([{ scope: A, key: 'other' }], NOW),
    deleteExpired: 'across',
  },
  requestRates: { add: 'shared', deleteExpired: 'shared' },
};

const WANTED = { model: 'of a', replaces: [''] };

/** Functions that write and read passages belong to no store: the domain passes its ids to them directly. */
const PASSAGES: Record<string, Call<Database['kysely']>> = {
  search: (kysely) =>
    new PassageSearch(kysely).search('kb_a', SECRET, 20, { ...EMBEDDING, minSimilarity: -1 }),
  readPassages: (kysely) => readPassages(kysely, 'kb_a', 'doc_b', PAGE),
  passagesWithoutVectors: (kysely) =>
    passagesWithoutVectors(kysely, 'kb_a', WANTED, { after: '0', maxPassages: 20 }),
  addVectors: async (kysely) => {
    const { rows } = await db.pool.query<{ id: string }>('select id from passages');
    await addVectors(
      kysely,
      'kb_a',
      WANTED,
      rows.map(({ id }) => ({ passageId: id, vector: EMBEDDING.vector })),
    );
  },
  noteEmbeddingProblem: (kysely) => storeEmbeddingProblem(kysely, 'kb_a', 'of a'),
  countVectors: (kysely) => countVectors(kysely, 'kb_a', 'of a'),
  indexPassages: (kysely) => indexPassages(kysely, 'kb_a', 'doc_b', [[{ text: 'of a' }]], { attempt: 1 }),
  removePassages: (kysely) => removePassages(kysely, 'kb_a', 'doc_b'),
  removeKnowledgeBase: (kysely) => removeKnowledgeBase(kysely, 'kb_a'),
  removePassagesOfOrganization: (kysely) => removePassagesOfOrganization(kysely, A),
};

let stores: Stores;
const db = useTestDatabase();
beforeAll(async () => {
  await fillTenants(db, { a: 'words of a', b: SECRET });
  stores = createStores(db.kysely);
});

/** Returns all rows that mention something of `org_b`. */
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

  it.each(CALLED)('%s returns nothing of the other and leaves it unchanged', (_, store, call) =>
    answersNothingOfB(() => (call as Call<unknown>)(stores[store as keyof Stores])),
  );

  it.each(Object.entries(PASSAGES))('%s for passages does so, too', (_, call) =>
    answersNothingOfB(() => call(db.kysely)),
  );

  it('passages can still be read by their own organization', async () => {
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

it('every table is either per tenant or shared, and has the columns for that', async () => {
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

it('a statement without an organization is not sent, unless it gives a reason', async () => {
  const all = (kysely: TestDatabase['kysely']) => kysely.selectFrom('agents').select('id');
  expect(() => all(db.kysely).compile()).toThrow(UnscopedStatementError);
  await expect(all(db.kysely).execute()).rejects.toThrow('accesses agents without its organization');
  expect(await all(crossTenant(db.kysely, 'operator')).execute()).toHaveLength(2);
});
