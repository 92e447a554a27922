import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../domain/clock.ts';
import type { Conversation } from '../../domain/conversations/conversation.ts';
import {
  type ChangeNotices,
  type FeedItem,
  followConversation,
} from '../../domain/conversations/conversation-feed.ts';
import { silentLogger } from '../../lib/logger.ts';
import type { Database } from '../open-database.ts';
import { insertOrganization } from '../testing/insert-organization.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { ConversationNotices } from './conversation-notices.ts';
import { createConversationRepository } from './conversation-repository.ts';

let database: TestDatabase;
/** On PostgreSQL, a second connection pool as another process would have it; on the embedded database, the same one. */
let other: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  other = (await database.openAgain?.()) ?? database;
  await insertOrganization(database.kysely, { concurrentSessions: 100 });
});
afterAll(async () => {
  if (other !== database) await other.close();
  await database.close();
});

async function start(id: string): Promise<Conversation> {
  const now = new Date();
  const conversation = {
    id,
    organizationId: 'org_1',
    client: null,
    name: 'x',
    status: 'running',
    endReason: null,
    endDetail: null,
    provider: 'gemini',
    engine: 'builtin',
    selfHosted: false,
    room: id,
    serverUrl: 'ws://x',
    avatarId: null,
    agentId: null,
    characterId: null,
    knowledgeBaseId: null,
    avatarIdentity: 'mira',
    consumerIdentity: null,
    consumerName: null,
    remoteAgentIdentity: null,
    remoteAgentName: null,
    memory: false,
    promptCtx: null,
    promptTemplateVars: null,
    maxSeconds: 60,
    freemium: true,
    charge: false,
    chargeBySecond: 0,
    embedId: null,
    passGrant: null,
    serviceInstanceId: 'instance',
    lastHeartbeatAt: now,
    startedAt: now,
    joinedAt: null,
    endedAt: null,
    createdAt: now,
    updatedAt: now,
  } satisfies Conversation;
  const store = createConversationRepository(database.kysely);
  await store.admit('org_1', () => ({ conversation, persona: {}, timeline: [] }));
  return conversation;
}

/** Follows on `other` what is written on `database`. */
function follow(conversation: Conversation, notices: ChangeNotices) {
  const items: FeedItem[] = [];
  const abort = new AbortController();
  const store = createConversationRepository(other.kysely);
  const needs = { store, notices, clock: systemClock };
  const done = (async () => {
    for await (const batch of followConversation(needs, conversation, 0, abort.signal)) items.push(...batch);
  })();
  return { items, done, stop: () => abort.abort() };
}

const never: ChangeNotices = { on: () => () => undefined };
const say = (conversationId: string, entryId: string, content: string) =>
  createConversationRepository(database.kysely).saveTranscript({
    conversationId,
    entryId,
    author: 'user',
    content,
    recordedAt: new Date(),
  });

it('is notified of changes that another process writes', async () => {
  const notices = new ConversationNotices(other.pool, silentLogger);
  let heard = 0;
  notices.on('conv_1', () => {
    heard += 1;
  });
  notices.start();
  try {
    const conversation = await start('conv_1');
    const reader = follow(conversation, notices);
    await expect.poll(() => heard, { timeout: 10_000 }).toBeGreaterThan(0);
    const before = heard;
    await say('conv_1', 'a', 'Hello');
    await expect.poll(() => reader.items.length, { timeout: 10_000 }).toBe(1);
    expect(heard).toBeGreaterThan(before);
    const ending = { status: 'ended', reason: 'stopped', detail: null, endedAt: new Date() } as const;
    await createConversationRepository(database.kysely).finish('conv_1', ending, () => []);
    await reader.done;
    expect(reader.items.map(({ kind }) => kind)).toEqual(['transcript', 'timeline', 'status']);
  } finally {
    await notices.stop();
  }
}, 30_000);

it('finds changes without a notification by polling, and ends when the conversation was deleted', async () => {
  const reader = follow(await start('conv_2'), never);
  await say('conv_2', 'a', 'Hello');
  await expect.poll(() => reader.items.length, { timeout: 10_000 }).toBe(1);
  await createConversationRepository(database.kysely).discard('conv_2');
  await reader.done;
}, 30_000);

it('yields every change exactly once while many write concurrently', async () => {
  const reader = follow(await start('conv_3'), {
    on: (_id, wake) => {
      const timer = setInterval(wake, 1);
      return () => clearInterval(timer);
    },
  });
  const store = createConversationRepository(database.kysely);
  const writes = Array.from({ length: 200 }, (_, n) =>
    n % 2
      ? say('conv_3', `entry-${n}`, `${n}`)
      : store.addTimeline({
          conversationId: 'conv_3',
          type: 'emotion',
          author: 'character',
          content: `${n}`,
          recordedAt: new Date(),
        }),
  );
  await Promise.all(writes);
  await expect.poll(() => reader.items.length, { timeout: 20_000 }).toBe(200);
  reader.stop();
  await reader.done;
  const revisions = reader.items.map(({ revision }) => revision);
  expect(revisions).toEqual(Array.from({ length: 200 }, (_, n) => n + 1));
}, 60_000);

it('a timeline entry is stored and told once, also where its writer never heard of the commit and tries again', async () => {
  const reader = follow(await start('conv_4'), {
    on: (_id, wake) => {
      const timer = setInterval(wake, 1);
      return () => clearInterval(timer);
    },
  });
  const entry = {
    conversationId: 'conv_4',
    type: 'emotion' as const,
    author: 'character',
    content: 'joy',
    recordedAt: new Date(),
  };
  // Committed, and the answer is lost: as when a connection breaks behind the commit.
  const lossy = createConversationRepository(other.kysely);
  const lost = lossy.addTimeline(entry).then(() => Promise.reject(new Error('the connection was lost')));
  await expect(lost).rejects.toThrow('lost');
  const store = createConversationRepository(database.kysely);
  await Promise.all([store.addTimeline(entry), store.addTimeline(entry), lossy.addTimeline(entry)]);
  await store.addTimeline({ ...entry, content: 'the next' });
  await expect.poll(() => reader.items.length, { timeout: 10_000 }).toBe(2);
  reader.stop();
  await reader.done;
  const contents = (await store.timelines(['conv_4'])).map(({ content }) => content);
  expect(contents).toEqual(['joy', 'the next']);
  expect(reader.items.map((item) => item.kind === 'timeline' && item.row.content)).toEqual(contents);
}, 30_000);
