import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../domain/clock.ts';
import type { FeedItem } from '../../domain/conversations/conversation.ts';
import {
  type ChangeNotifications,
  createFeedTurns,
  followConversation,
} from '../../domain/conversations/conversation-feed.ts';
import type { Database } from '../open-database.ts';
import { insertOrganization } from '../testing/insert-organization.ts';
import { seedConversations } from '../testing/seed-conversations.ts';
import { useTestDatabase } from '../testing/use-test-database.ts';
import { createConversationRepository } from './conversation-repository.ts';

/** On PostgreSQL, a second connection pool as in another process; on the embedded database, the same one. */
let other: Database;
let store: ReturnType<typeof createConversationRepository>;
let ids: string[];

const database = useTestDatabase();
beforeAll(async () => {
  other = (await database.openAgain?.()) ?? database;
  store = createConversationRepository(database.kysely);
  await insertOrganization(database.kysely);
  await seedConversations(database.pool, { organizationId: 'org_1', conversations: 2 });
  const { rows } = await database.pool.query<{ id: string }>(
    `update conversations set status = 'running', end_reason = null, ended_at = null, revision = 0, status_revision = 0
     returning id`,
  );
  ids = rows.map(({ id }) => id);
});
afterAll(async () => {
  if (other !== database) await other.close();
});

/** Follows on `other` what is written to `database`. */
async function follow(id: string, changeNotifications: ChangeNotifications) {
  const items: FeedItem[] = [];
  const abort = new AbortController();
  const conversation = (await store.find('org_1', id))!;
  const needs = {
    store: createConversationRepository(other.kysely),
    changeNotifications,
    clock: systemClock,
    turns: createFeedTurns(),
  };
  const done = (async () => {
    for await (const batch of followConversation(needs, conversation, 0, abort.signal)) items.push(...batch);
  })();
  return { items, done, stop: () => abort.abort() };
}

const has = (items: readonly FeedItem[], count: number) => expect.poll(() => items.length).toBe(count);

it('finds changes by polling without a notification, and ends when the conversation was deleted', async () => {
  const conversationId = ids[0]!;
  const reader = await follow(conversationId, { subscribe: () => () => undefined });
  const entry = { conversationId, entryId: 'a', author: 'user', content: 'Hello' } as const;
  await store.saveTranscript({ ...entry, recordedAt: new Date(), endedAt: null });
  await has(reader.items, 1);
  await store.discard('org_1', conversationId);
  await reader.done;
});

it('a timeline entry is stored and reported once, even if its writer missed the commit and tries again', async () => {
  const conversationId = ids[1]!;
  const reader = await follow(conversationId, {
    subscribe: (_id, wake) => {
      const timer = setInterval(wake, 1);
      return () => clearInterval(timer);
    },
  });
  const entry = {
    conversationId,
    type: 'emotion' as const,
    author: 'character',
    content: 'joy',
    recordedAt: new Date(),
  };
  // Committed, but the answer is lost, as if the connection broke after the commit.
  const lossy = createConversationRepository(other.kysely);
  const lost = lossy.addTimeline(entry).then(() => Promise.reject(new Error('the connection was lost')));
  await expect(lost).rejects.toThrow('lost');
  await Promise.all([store.addTimeline(entry), store.addTimeline(entry), lossy.addTimeline(entry)]);
  await store.addTimeline({ ...entry, content: 'the next' });
  await has(reader.items, 2);
  reader.stop();
  await reader.done;
  const contents = (await store.timelines([conversationId])).map(({ content }) => content);
  expect(contents).toEqual(['joy', 'the next']);
  expect(reader.items.map((item) => item.kind === 'timeline' && item.row.content)).toEqual(contents);
});

it('reads changes up to a number of bytes, but at least one', async () => {
  const conversationId = ids[1]!;
  const read = async (after: number, bytes: number) =>
    (await store.changes('org_1', conversationId, after, { items: 100, bytes })).map((item) =>
      item.kind === 'status' ? '' : item.row.content.slice(0, 1),
    );
  const { revision } = (await store.changes('org_1', conversationId, 0, { items: 100, bytes: 1e6 })).at(-1)!;
  for (const [entryId, letter] of ['x', 'é', 'z', 'w'].entries())
    await store.saveTranscript({
      conversationId,
      entryId: String(entryId),
      author: 'user',
      content: letter.repeat(10_000),
      recordedAt: new Date(),
      endedAt: null,
    });
  expect(await read(revision, 0)).toEqual(['x']);
  expect(await read(revision, 10_000)).toEqual(['x', 'é']);
  expect(await read(revision, 29_999)).toEqual(['x', 'é']);
  expect(await read(revision, 30_000)).toEqual(['x', 'é', 'z']);
  expect(await read(revision, 1e6)).toEqual(['x', 'é', 'z', 'w']);
});
