/** What requests ask of the store. */
import { billingCycle } from '@visavis/server/dist/domain/organizations/billing-cycle.js';
import { createStores } from '@visavis/server/dist/store/create-stores.js';
import type { Database } from '@visavis/server/dist/store/open-database.js';
import { PassageSearch } from '@visavis/server/dist/store/search/passage-search.js';
import { SEEDED } from '@visavis/server/dist/store/testing/seed-conversations.js';
import { askedPassages } from './question-set.ts';

export const ORG = 'org_1';
export const KNOWLEDGE = 'kb_bench';
const TAKE = 20;
const DAY_MS = 86_400_000;

/** The store's part of each request, called as the API calls it. `kept`: conversations that there are. */
export function operations(db: Database, kept: number): Record<string, () => Promise<unknown>> {
  const stores = createStores(db.kysely);
  const { conversations, usage } = stores;
  const records = (rows: readonly { id: string }[]) => {
    const ids = rows.map(({ id }) => id);
    return Promise.all([
      conversations.personas(ids),
      conversations.transcripts(ids, 51),
      conversations.timelines(ids, 51),
    ]);
  };
  const list = async (page: object) => {
    const { rows } = await conversations.list(ORG, { skip: 0, take: TAKE, ...page });
    if (rows.length < TAKE) throw new Error(`a page of ${rows.length}`);
    await records(rows);
  };
  const idOf = (number: number) => `conv_${String(number).padStart(26, '0')}`;
  const deep = Math.floor(kept * 0.9);
  const now = new Date();
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const cycle = billingCycle(1, now);
  const search = new PassageSearch(db.kysely);
  const questions = askedPassages.flatMap((passage) => passage.questions);
  let n = 0;
  return {
    list: () => list({}),
    'list of a client': () => list({ client: SEEDED.client }),
    'list of a status': () => list({ status: 'error' }),
    'list of a month': () => list({ from: before(60), until: before(30) }),
    'deep list, skip of 90 %': () => list({ skip: deep }),
    'page behind a cursor at 90 %': async () => {
      const { rows } = await db.pool.query<{ at: string; id: string }>(
        `select to_char(started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, id from conversations where id = $1`,
        [idOf(deep)],
      );
      await list({ after: rows[0] });
    },
    get: async () => records([(await conversations.find(ORG, idOf(1 + ((n++ * 7919) % kept))))!]),
    'start, the store’s part, and its end': () => start(stores, idOf(1), `conv_started${n++}`),
    'usage by user': () => usage.byUser(ORG, cycle, now, { skip: 0, take: TAKE }),
    'seconds of the cycle': () => usage.seconds(ORG, cycle, now),
    search: () => search.search(KNOWLEDGE, questions[n++ % questions.length]!, 5),
  };
}

async function start({ conversations }: ReturnType<typeof createStores>, like: string, id: string) {
  const known = (await conversations.find(ORG, like))!;
  await conversations.countRunning(ORG);
  const now = new Date();
  const times = { endedAt: null, startedAt: now, createdAt: now, updatedAt: now };
  const conversation = { ...known, id, status: 'running' as const, endReason: null, ...times };
  await conversations.admit(ORG, () => ({ conversation, persona: {}, timeline: [] }));
  await conversations.confirm(ORG, id, () => []);
  const end = { status: 'ended', reason: 'stopped', detail: null, endedAt: now } as const;
  await conversations.finish(id, end, () => []);
  await conversations.discard(ORG, id);
}
