import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createErasure } from '../../domain/erasure/erasure.ts';
import { silentLogger } from '../../lib/logger.ts';
import { createMemoryRepository } from '../memories/memory-repository.ts';
import { insertOrganization } from '../testing/insert-organization.ts';
import { SEEDED, seedConversations } from '../testing/seed-conversations.ts';
import { useTestDatabase } from '../testing/use-test-database.ts';
import { createErasureRepository } from './erasure-repository.ts';

/** The embedded database runs one transaction after the other, so there the other transaction has already ended. */
const database = useTestDatabase();
beforeAll(() => insertOrganization(database.kysely));

/** Ended conversations of `SEEDED.user`. */
const CONVERSATIONS = 10;
beforeEach(async () => {
  for (const table of ['conversations', 'memories', 'past_usage'])
    await database.pool.query(`delete from ${table}`);
  await seedConversations(database.pool, {
    organizationId: 'org_1',
    first: 10,
    conversations: 9 + CONVERSATIONS,
  });
  await database.pool.query(`update conversations set memory = true, avatar_id = 'mira'`);
});

/** Begins a transaction that runs until the test ends it. */
async function begin(): Promise<{
  query: (text: string) => Promise<unknown>;
  end: (how?: string) => Promise<void>;
}> {
  const client = await database.pool.connect();
  await client.query('begin');
  return {
    query: (text) => client.query(text),
    end: async (how = 'rollback') => {
      await client.query(how);
      client.release();
    },
  };
}

/** Waits until this many transactions wait for a lock, or until `isOver`. */
async function untilWaiting(count: number, isOver = () => false): Promise<void> {
  if (!database.openAgain) return;
  const waiting = async () => {
    const { rows } = await database.pool.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return isOver() || rows.length >= count;
  };
  await expect.poll(waiting).toBe(true);
}

/** Erases everything of the user. `isOver` tells whether the erasure has ended. */
function eraseUser() {
  let isOver = false;
  const erasure = createErasure({
    store: createErasureRepository(database.kysely),
    conversations: { running: async () => [] },
    stop: () => Promise.reject(new Error('nothing runs')),
    memories: { notifyRunning: async () => undefined },
    clock: () => new Date(),
    logger: silentLogger,
  });
  const receipt = erasure.eraseUser('org_1', { user: SEEDED.user }).finally(() => {
    isOver = true;
  });
  return { receipt, isOver: () => isOver };
}

const rowsOf = async (table: string, column: string) =>
  (await database.pool.query(`select 1 from ${table} where "${column}" = $1`, [SEEDED.user])).rows.length;

test('a memory that is written while its user is erased does not survive', async () => {
  const { rows } = await database.pool.query(`select id, client from conversations order by id limit 1`);
  const blocker = await begin();
  // The same memory, uncommitted: a concurrent writer of it waits after having seen the conversation.
  await blocker.query(
    `insert into memories (id, organization_id, client, "user", avatar_id, content, content_key, conversation_id,
       created_at, updated_at)
     values ('mem_0', 'org_1', '${rows[0].client}', '${SEEDED.user}', 'mira', 'x', 'x', 'x', now(), now())`,
  );
  const memories = createMemoryRepository(database.kysely);
  const written = memories.remember(
    rows[0].id,
    [{ id: 'mem_1', content: 'I live in London.', contentKey: 'x' }],
    new Date(),
    { maxPerScope: 200, since: new Date(0) },
  );
  await untilWaiting(1);
  const erasing = eraseUser();
  await untilWaiting(2, erasing.isOver);
  await blocker.end();
  await written;
  await erasing.receipt;
  expect(await rowsOf('memories', 'user')).toBe(0);
});

test('a conversation is erased even if a report is being written into it', async () => {
  const reporter = await begin();
  await reporter.query('select 1 from conversations order by id limit 1 for key share');
  const erasing = eraseUser();
  await untilWaiting(1, erasing.isOver);
  await reporter.end();
  expect((await erasing.receipt).conversations).toBe(CONVERSATIONS);
  expect(await rowsOf('conversations', 'consumer_identity')).toBe(0);
});

test('usage that retention stores at the same moment does not name the user', async () => {
  const { rows } = await database.pool.query('select id from conversations order by id limit 1');
  const retention = await begin();
  await retention.query(
    `insert into past_usage (organization_id, day, client, "user", freemium, conversations, seconds, charge)
     select organization_id, started_at, client, consumer_identity, freemium, 1, 1, 0 from conversations
     where id = '${rows[0].id}'`,
  );
  await retention.query(`delete from conversations where id = '${rows[0].id}'`);
  const erasing = eraseUser();
  await untilWaiting(1, erasing.isOver);
  await retention.end('commit');
  expect((await erasing.receipt).anonymisedUsage).toBe(CONVERSATIONS);
  expect(await rowsOf('past_usage', 'user')).toBe(0);
});
