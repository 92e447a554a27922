import { expect, test } from 'vitest';
import { startApi } from '../support/api-harness.ts';
import { startWebhookReceiver } from '../support/webhook-receiver.ts';

test('payloads of an organization are read one at a time, and none for a disabled webhook', async () => {
  const being = { read: 0, most: 0, all: 0 };
  const receiver = await startWebhookReceiver();
  const counted = await startApi({
    webhooksToPrivate: true,
    wrapPorts: (ports) => ({
      ...ports,
      stores: {
        ...ports.stores,
        deliveries: {
          ...ports.stores.deliveries,
          async payload(id) {
            being.all++;
            being.most = Math.max(being.most, ++being.read);
            const payload = await ports.stores.deliveries.payload(id);
            being.read--;
            return payload;
          },
        },
      },
    }),
  });
  const { key } = await counted.createOrganization();
  const body = { url: `${receiver.url}/hook`, eventTypes: ['usage.threshold'] };
  const webhook = (await counted.call('POST', '/v3/webhooks', { key, body })).body;
  const path = `/v3/webhooks/${webhook.id}`;
  const told = () =>
    Promise.all(Array.from({ length: 8 }, () => counted.call('POST', `${path}/test`, { key })));
  const attemptAll = async () => {
    const ids = (await told()).map((answer) => answer.body.id as string);
    await Promise.all(ids.map((id) => counted.services.deliveries.attempt(id)));
  };
  await attemptAll();
  expect(being).toEqual({ read: 0, most: 1, all: 8 });
  await counted.call('PATCH', path, { key, body: { enabled: false } });
  await attemptAll();
  expect({ read: being.all, sent: receiver.received.length }).toEqual({ read: 8, sent: 8 });
  await counted.close();
  await receiver.close();
});
