import { describe, expect, test } from 'vitest';
import { useApi } from '../support/api-harness.ts';
import { expectProblem } from '../support/expect-problem.ts';

const api = useApi();

async function organization() {
  const { key } = await api.createOrganization();
  const call = (method: string, url: string, body?: unknown) =>
    api.call(method, url, { key, ...(body !== undefined && { body }) });
  const avatar = (await call('GET', '/v1/avatars')).body.avatars[0];
  return {
    call,
    start: () =>
      call('POST', '/v1/sessions', {
        name: 'x',
        avatar: { id: avatar.id },
        consumerIdentity: { identity: 'uma' },
      }),
    listen: async (eventTypes: readonly string[]) =>
      (await call('POST', '/v3/webhooks', { url: 'https://hooks.example/', eventTypes })).body,
    log: async (webhook: { id: string }) =>
      (await call('GET', `/v3/webhooks/${webhook.id}/deliveries?take=50`)).body.deliveries,
  };
}

describe('if too many deliveries are pending', () => {
  /** Adds `count` copies of a webhook's only delivery. */
  async function wait(webhook: { id: string }, count: number) {
    await api.database.pool.query(
      `insert into webhook_deliveries
       select (json_populate_record(d, json_build_object('id', d.id || i))).*
       from webhook_deliveries d, generate_series(1, $2) i where webhook_id = $1`,
      [webhook.id, count],
    );
  }
  const TOO_MANY = 'too many deliveries were already pending';

  test('of a webhook: its next ones fail at once and may be replayed later; other webhooks are not affected', async () => {
    const one = await organization();
    const two = await organization();
    const [full, free, foreign] = [
      await one.listen(['conversation.started']),
      await one.listen(['conversation.started']),
      await two.listen(['conversation.started']),
    ];
    const held = (await one.call('POST', `/v3/webhooks/${full.id}/test`)).body;
    await wait(full, 4_999);
    expectProblem(await one.call('POST', `/v3/webhooks/${full.id}/test`), 409);
    expectProblem(await one.call('POST', `/v3/webhooks/${full.id}/deliveries/${held.id}/replay`), 409);
    await one.start();
    await two.start();
    const refused = (await one.log(full)).find(({ status }: { status: string }) => status === 'failed');
    expect(refused).toMatchObject({ eventType: 'conversation.started', attempts: [{ error: TOO_MANY }] });
    expect(await one.log(free)).toMatchObject([{ status: 'pending' }]);
    expect(await two.log(foreign)).toMatchObject([{ status: 'pending' }]);
    await api.database.kysely.deleteFrom('webhook_deliveries').where('status', '=', 'pending').execute();
    const path = `/v3/webhooks/${full.id}/deliveries/${refused.id}/replay`;
    expect(await one.call('POST', path)).toMatchObject({ status: 201, body: { payload: refused.payload } });
  });

  test('of an organization: those of all its webhooks fail, and no more of them are stored than of others', async () => {
    const { call, start, listen, log } = await organization();
    const hooks = [await listen(['usage.threshold']), await listen(['usage.threshold'])];
    for (const webhook of hooks) {
      await call('POST', `/v3/webhooks/${webhook.id}/test`);
      await wait(webhook, 4_999);
    }
    const webhook = await listen(['conversation.started']);
    await start();
    expect(await log(webhook)).toMatchObject([{ status: 'failed', attempts: [{ error: TOO_MANY }] }]);
    await wait(webhook, 250);
    await start();
    expect((await call('GET', `/v3/webhooks/${webhook.id}/deliveries`)).body.total).toBe(200);
  });
});
