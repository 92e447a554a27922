import { fileURLToPath } from 'node:url';
import type * as client from '@visavis/client';
import { beforeAll, expect, test } from 'vitest';
import { useApi } from '../support/api-harness.ts';
import { launchBrowser } from '../support/browser.ts';
import { bundleScript } from '../support/bundle-script.ts';
import { useStarted } from '../support/use-service.ts';

const api = useApi();
beforeAll(() => api.startEvents());
const browser = useStarted(launchBrowser, (it) => it.close());

test('a page of another origin starts, follows and stops a session with a client token', async () => {
  const script = await bundleScript(fileURLToPath(import.meta.resolve('@visavis/client')), {
    name: 'visavis',
  });
  const [avatar] = (await api.call('GET', '/v1/avatars')).body.avatars;
  const { token } = (await api.call('POST', '/v3/tokens', { body: { user: 'uma' } })).body;
  const page = await browser.newPage();
  await page.addScriptTag({ content: script });
  const told = await page.evaluate(
    async ({ baseUrl, token, avatarId, agentId }) => {
      const { createVisavisClient, VisavisApiError } = (globalThis as unknown as { visavis: typeof client })
        .visavis;
      const visavis = createVisavisClient({ baseUrl, token: async () => token });
      const body = {
        name: 'From a page',
        avatar: { id: avatarId },
        agent: { id: agentId },
        consumerIdentity: { identity: 'uma' },
      };
      const idempotencyKey = 'once';
      const { session } = await visavis.post('/v1/session-passes', { body, idempotencyKey });
      const again = await visavis.post('/v1/session-passes', { body, idempotencyKey });
      const events: string[] = [];
      for await (const { event, data } of visavis.followConversation(session.id)) {
        events.push(event === 'status' ? data.status : event);
        if (event === 'status' && data.status === 'running')
          await visavis.patch('/v1/session-passes/{id}/stop', { path: { id: session.id } });
      }
      const refused = await visavis
        .get('/v1/session-passes/{id}', { path: { id: 'conv_unknown' } })
        .catch((error: unknown) => (error instanceof VisavisApiError ? error.code : String(error)));
      return { origin: location.origin, isSame: again.session.id === session.id, events, refused };
    },
    { baseUrl: await api.listen(), token, avatarId: avatar.id, agentId: avatar.agentId.id },
  );
  expect(told).toMatchObject({ origin: 'null', isSame: true, refused: 'not_found' });
  expect(told.events).toContain('running');
  expect(told.events.at(-1)).toBe('ended');
  await page.close();
});
