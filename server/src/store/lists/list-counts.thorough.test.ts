import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ConversationFilter } from '../../domain/conversations/conversation.ts';
import { HEARTBEAT_LAPSE_MS } from '../../domain/conversations/conversation-limits.ts';
import type { PagePosition } from '../../domain/owned.ts';
import { seededRandom } from '../../lib/seeded-random.ts';
import { createStores } from '../create-stores.ts';
import { crossTenant } from '../tenants/tenant-guard.ts';
import { insertOrganization } from '../testing/insert-organization.ts';
import { SEEDED, seedConversations } from '../testing/seed-conversations.ts';
import { useTestDatabase } from '../testing/use-test-database.ts';
import { foldChanges, recount } from './recount.ts';

const ORG = 'org_1';
const PAGE = { skip: 0, take: 20 };
const CYCLE = { start: new Date('2020-01-01'), end: new Date('2020-02-01') };

let stores: ReturnType<typeof createStores>;

const db = useTestDatabase();
beforeAll(async () => {
  stores = createStores(db.kysely);
  await insertOrganization(db.kysely);
  await seedConversations(db.pool, { organizationId: ORG, conversations: 1_300, days: 40 });
  await db.pool.query(
    `update conversations set status = 'running', end_reason = null, ended_at = null where id like '%7' and id < 'conv_' || lpad('100', 26, '0')`,
  );
});

/** Returns every combination of the conversation filters, including time windows. */
function filters(): Omit<ConversationFilter, 'skip' | 'take'>[] {
  const day = 24 * 3600_000;
  const choices = [
    [{}, { client: SEEDED.client }],
    [{}, { user: SEEDED.user }],
    [{}, { status: 'ended' as const }, { status: 'running' as const }, { status: 'error' as const }],
    [{}, { endReason: 'stopped' as const }],
    [{}, { from: new Date(Date.now() - 9.3 * day) }, { from: new Date(Date.now() - 0.1 * day) }],
    [
      {},
      { until: new Date(Date.now() - 2.6 * day) },
      { until: new Date(Math.floor(Date.now() / day) * day) },
    ],
  ];
  return choices.reduce<object[]>(
    (combined, some) => combined.flatMap((one) => some.map((other) => ({ ...one, ...other }))),
    [{}],
  );
}

/** Returns the expected ids in order, computed without the code under test. */
async function expected(filter: Omit<ConversationFilter, 'skip' | 'take'>): Promise<string[]> {
  const { client, user, status, endReason, from, until } = filter;
  const { rows } = await db.pool.query<{ id: string }>(
    `select id from conversations where organization_id = $1 and ($2::text is null or client = $2)
      and ($3::text is null or consumer_identity = $3) and ($4::text is null or status = $4)
      and ($5::text is null or end_reason = $5) and ($6::timestamptz is null or started_at >= $6)
      and ($7::timestamptz is null or started_at < $7) order by started_at desc, id desc`,
    [ORG, client, user, status, endReason, from, until],
  );
  return rows.map(({ id }) => id);
}

describe.each([
  ['changes that wait', false],
  ['folded counts', true],
])('with %s', (_, isFolded) => {
  beforeAll(() => (isFolded ? foldChanges(db.kysely) : undefined));

  it('the total of every combination of filters equals a count of the rows', async () => {
    for (const filter of filters()) {
      const { total } = await stores.conversations.list(ORG, { ...PAGE, take: 1, ...filter });
      expect({ filter, total }).toEqual({ filter, total: (await expected(filter)).length });
    }
  });

  it('deep pages and cursors return the right rows', async () => {
    for (const filter of [
      {},
      { client: SEEDED.client },
      { status: 'ended' as const },
      { endReason: 'stopped' as const },
    ]) {
      const ids = await expected(filter);
      for (const skip of [1, 299, 301, 500, 777, ids.length - 5, ids.length, 5_000]) {
        if (skip < 0) continue;
        const page = await stores.conversations.list(ORG, { skip, take: 20, ...filter });
        expect(page.rows.map(({ id }) => id)).toEqual(ids.slice(skip, skip + 20));
        expect(page.total).toBe(ids.length);
      }
      const walked: string[] = [];
      for (let after: PagePosition | undefined, pages = 0; pages === 0 || after; pages += 1) {
        const page = await stores.conversations.list(ORG, {
          skip: 0,
          take: 50,
          ...filter,
          ...(after && { after }),
        });
        walked.push(...page.rows.map(({ id }) => id));
        after = page.next;
      }
      expect(walked).toEqual(ids);
    }
  });
});

it('lists and usage are exact at any time while many write and the counts are updated', async () => {
  const random = seededRandom(7);
  let made = 0;
  const draft = () => {
    made += 1;
    const at = new Date(CYCLE.start.getTime() + made * 60_000);
    return sql`insert into conversations (id, organization_id, client, name, status, provider, self_hosted, room, server_url,
      consumer_identity, max_seconds, freemium, charge, charge_by_second, service_instance_id, last_heartbeat_at,
      started_at, joined_at, created_at, updated_at)
      values (${`new${made}`}, ${ORG}, ${random() < 0.5 ? 'acme' : null}, 'x', 'running', 'gemini', false, 'r', 'ws://h',
        ${`u${made % 7}`}, 60, true, true, 0.5, 'i', ${at}, ${at}, ${at}, ${at}, ${at})`.execute(db.kysely);
  };
  const end = (id: string) =>
    stores.conversations.finish(
      id,
      { status: 'ended', reason: 'stopped', detail: null, endedAt: new Date(CYCLE.start.getTime() + 1e9) },
      () => [],
    );
  const check = () =>
    db.kysely
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        const { total } = await createStores(trx).conversations.list(ORG, PAGE);
        const { rows } = await sql<{ n: number }>`select count(*)::int as n from conversations`.execute(
          crossTenant(trx, 'operator'),
        );
        expect(total).toBe(rows[0]!.n);
        const use = await createStores(trx).usage.byUser(ORG, CYCLE, CYCLE.end, PAGE);
        const { rows: sums } = await sql<{ users: number; seconds: number; n: number }>`
          select count(distinct (consumer_identity, client))::int as users, count(*)::int as n,
            coalesce(sum(extract(epoch from ended_at - joined_at)), 0)::float8 as seconds
          from conversations where started_at < ${CYCLE.end}`.execute(crossTenant(trx, 'operator'));
        expect(use.total).toBe(sums[0]!.users);
        const sum = (key: 'seconds' | 'conversations') => use.rows.reduce((all, row) => all + row[key], 0);
        expect(sum('conversations')).toBe(sums[0]!.n);
        // Running conversations count up to their last heartbeat, which here was at the join.
        const running = await sql<{ n: number }>`select count(*)::int as n from conversations
          where started_at < ${CYCLE.end} and status = 'running'`.execute(crossTenant(trx, 'operator'));
        expect(sum('seconds')).toBe(sums[0]!.seconds + running.rows[0]!.n * (HEARTBEAT_LAPSE_MS / 1000));
      });

  let left = 120;
  const writer = async () => {
    while (left > 0) {
      left -= 1;
      await draft();
      const id = `new${1 + Math.floor(random() * made)}`;
      const choice = random();
      if (choice < 0.6) await end(id);
      else if (choice < 0.8) await stores.conversations.discard(ORG, id);
    }
  };
  const others = async () => {
    while (left > 0) {
      await foldChanges(db.kysely);
      await check();
    }
  };
  await Promise.all([writer(), writer(), writer(), writer(), others(), others()]);
  await foldChanges(db.kysely);
  await check();
  expect(await recount(db.kysely, ORG)).toBe(0);
});

it('lists of what an organization owns are counted by client, through inserts, changes of client and deletions', async () => {
  const now = new Date();
  const voice = (id: string, client: string | null) =>
    stores.voices.insert({
      id,
      organizationId: ORG,
      client,
      identity: 'Puck',
      instructions: null,
      createdAt: now,
      updatedAt: now,
    });
  await Promise.all([voice('v1', null), voice('v2', 'acme'), voice('v3', 'acme'), voice('v4', 'other')]);
  await stores.voices.remove(ORG, 'v2');
  await stores.voices.update(ORG, 'v4', { client: 'acme' });
  const totals = async () => [
    (await stores.voices.list(ORG, PAGE)).total,
    (await stores.voices.list(ORG, { ...PAGE, client: 'acme' })).total,
    (await stores.voices.list(ORG, { ...PAGE, client: 'other' })).total,
    (await stores.organizations.list(PAGE)).total,
  ];
  expect(await totals()).toEqual([3, 2, 0, 1]);
  await foldChanges(db.kysely);
  expect(await totals()).toEqual([3, 2, 0, 1]);
});

it('changing the anchor day changes the cycles and their usage at once', async () => {
  const before = { start: new Date('2020-01-01'), end: new Date('2020-02-01') };
  const after = { start: new Date('2019-12-09'), end: new Date('2020-01-09') };
  const all = (await stores.usage.byUser(ORG, before, before.end, PAGE)).total;
  expect(all).toBeGreaterThan(0);
  await stores.organizations.update(ORG, { anchorDay: 9 });
  expect((await stores.usage.byUser(ORG, after, after.end, PAGE)).total).toBe(all);
  expect(await recount(db.kysely, ORG)).toBe(0);
});

it('wrong counts are detected and corrected', async () => {
  const client = await db.pool.connect();
  try {
    await client.query(`set session_replication_role = replica`);
    await client.query(`delete from conversations where id like '%5'`);
    await client.query(`set session_replication_role = origin`);
  } finally {
    client.release(true);
  }
  const ids = await expected({});
  expect((await stores.conversations.list(ORG, PAGE)).total).toBeGreaterThan(ids.length);
  expect(await recount(db.kysely, ORG)).toBeGreaterThan(0);
  expect((await stores.conversations.list(ORG, PAGE)).total).toBe(ids.length);
  expect(await recount(db.kysely, ORG)).toBe(0);
});
