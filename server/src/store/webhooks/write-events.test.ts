import { beforeAll, expect, it } from 'vitest';
import { newId } from '../../domain/ids.ts';
import type { DomainEvent } from '../../domain/webhooks/domain-event.ts';
import { insertOrganization } from '../testing/insert-organization.ts';
import { useTestDatabase } from '../testing/use-test-database.ts';
import { writeEvents } from './write-events.ts';

const db = useTestDatabase();
beforeAll(() => insertOrganization(db.kysely));

const listen = (count: number) =>
  db.pool.query(
    `insert into webhooks (id, organization_id, url, event_types, enabled, secret, created_at, updated_at)
     select gen_random_uuid(), 'org_1', 'https://h', '["usage.threshold"]', true, 's', now(), now() from generate_series(1, $1)`,
    [count],
  );

/** Returns the number of statements that writing an event takes. */
async function statementsOfAnEvent(): Promise<number> {
  let statements = 0;
  const counted = db.kysely.withPlugin({
    transformQuery({ node }) {
      statements++;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const event: DomainEvent = {
    id: newId('evt'),
    type: 'usage.threshold',
    organizationId: 'org_1',
    client: null,
    subjectId: 'org_1',
    occurredAt: new Date(),
    payload: '{}',
    delayMs: 0,
  };
  await counted.transaction().execute((trx) => writeEvents(trx, [event]));
  return statements;
}

it('uses as many statements for fifty webhooks as for one, and each gets its delivery and its job', async () => {
  await listen(1);
  const forOne = await statementsOfAnEvent();
  await listen(49);
  expect(await statementsOfAnEvent()).toBe(forOne);
  const { rows } = await db.pool.query(
    `select count(*)::int as deliveries, count(distinct d.webhook_id)::int as webhooks, count(distinct j.id)::int as jobs
     from webhook_deliveries d join jobs j on j.payload ->> 'deliveryId' = d.id and j.lane = 'org_1'`,
  );
  expect(rows).toEqual([{ deliveries: 51, webhooks: 50, jobs: 51 }]);
});
