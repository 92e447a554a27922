import { createVisavisClient, type VisavisClient } from '@visavis/client';
import { expect, test, vi } from 'vitest';
import { LIVE_TIMEOUTS } from '../support/deadlines.ts';
import { LiveConsumer } from '../support/live-consumer.ts';
import { OpenAiServer } from '../support/providers/openai-server.ts';
import type { Service } from '../support/service.ts';
import { startSession, stopSession, untilEnded } from '../support/service-client.ts';
import { useService, useStarted } from '../support/use-service.ts';

vi.setConfig(LIVE_TIMEOUTS);

const KEY = 'sk-proj-of-the-museum-0123';
const ADMIN_TOKEN = 'admin-token-of-the-tests';

const openai = useStarted(
  () => new OpenAiServer(KEY).listen(),
  (it) => it.stop(),
);
// Tests never call a real vendor, so the operator has set another base URL, and no key.
const service = useService(() => ({
  env: { OPENAI_BASE_URL: openai.baseUrl, VISAVIS_ADMIN_TOKEN: ADMIN_TOKEN },
}));

/** Returns a service whose client belongs to another organization. */
const as = (client: VisavisClient) => ({ client }) as Service;
const greeted = (client: VisavisClient) =>
  startSession(as(client), {
    agent: { provider: 'openai', greetingMsg: 'Welcome.' },
    consumerIdentity: { identity: 'kim', name: 'Kim' },
  });
const authorizations = () => openai.connections.all.map(({ request }) => request.headers.authorization);

test("a conversation uses its organization's key, starting with the next one, and never another organization's", async () => {
  await service.client.put('/v3/provider-keys/{provider}', {
    path: { provider: 'openai' },
    body: { key: KEY },
  });
  openai.replies.push({ say: 'Welcome.' });
  const { session, consumerAccessToken } = await greeted(service.client);
  const consumer = new LiveConsumer(session.avatar!.identity);
  await consumer.join(session.host.serverUrl, consumerAccessToken);
  await consumer.until('the greeting', () => consumer.agentTexts[0] === 'Welcome.');
  expect(authorizations()).toEqual([`Bearer ${KEY}`]);
  await stopSession(service, session.id);
  await untilEnded(service, session.id);
  await consumer.leave();

  const other = await anotherOrganization();
  const { session: theirs, ...access } = await greeted(other);
  const stranger = new LiveConsumer(theirs.avatar!.identity);
  await stranger.join(theirs.host.serverUrl, access.consumerAccessToken);
  await untilEnded(as(other), theirs.id);
  expect(authorizations().slice(1).filter(Boolean)).toEqual([]);
  expect(openai.connections.all.length).toBeGreaterThan(1);
  await stranger.leave();
  expect(service.output).not.toContain('of-the-museum');
});

async function anotherOrganization(): Promise<VisavisClient> {
  const admin = createVisavisClient({ baseUrl: service.url, adminToken: ADMIN_TOKEN });
  const { id } = await admin.post('/admin/organizations', { body: { name: 'Other' } });
  const { key } = await admin.post('/admin/organizations/{id}/keys', { path: { id }, body: {} });
  return createVisavisClient({ baseUrl: service.url, apiKey: key });
}
