import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LiveConsumer } from '../support/live-consumer.ts';
import { poll } from '../support/poll.ts';
import { startSession, timelineOf, untilConversation } from '../support/service-client.ts';
import { useService } from '../support/use-service.ts';

/** Far longer than the test takes. */
const DRAIN_SECONDS = 600;

const service = useService(() => ({ env: { VISAVIS_DRAIN_SECONDS: String(DRAIN_SECONDS) } }));

interface Report {
  status: string;
  parts: { name: string; status: string; reason?: string }[];
}

async function readiness(): Promise<{ code: number; report: Report }> {
  const response = await fetch(`${service.url}/readyz`);
  return { code: response.status, report: (await response.json()) as Report };
}

const health = async () => (await service.client.get('/v3/health')).status;

test('readiness lists each part; a part that fails is named until it recovers', async () => {
  expect(await fetch(`${service.url}/livez`).then((it) => it.json())).toEqual({ status: 'ok' });
  const { code, report } = await readiness();
  expect({ code, ...report }).toEqual({
    code: 200,
    status: 'ready',
    parts: ['store', 'rooms', 'workers', 'files'].map((name) => ({ name, status: 'ok' })),
  });
  expect(await health()).toBe('ok');

  await rm(join(service.dataDir, 'files'), { recursive: true });
  const failing = await poll('the files to be missed', readiness, (it) => it.code === 503);
  expect(failing.report).toMatchObject({ status: 'failing' });
  expect(failing.report.parts).toContainEqual({
    name: 'files',
    status: 'failed',
    reason: 'no response',
  });
  expect(await health()).toBe('failing');
});

test('a service that is asked to stop takes no new conversations, finishes the running one, and then ends', async () => {
  const { session, consumerAccessToken } = await startSession(service);
  const consumer = new LiveConsumer(session.avatar!.identity);
  await consumer.join(session.host.serverUrl, consumerAccessToken);
  await consumer.until('the greeting', () => consumer.agentTexts.length === 1);

  service.child.kill('SIGTERM');
  await poll('stopping', readiness, ({ code, report }) => code === 503 && report.status === 'stopping');
  await expect.poll(() => service.output).toContain(`1 may continue for ${DRAIN_SECONDS} s`);
  expect(await health()).toBe('stopping');
  await consumer.until('the warning', () =>
    consumer.events.some(
      (event) =>
        event.type === 'warning' && event.code === 'service_ending' && event.secondsLeft === DRAIN_SECONDS,
    ),
  );
  await untilConversation(service, session.id, 'the warning in the timeline', (conversation) =>
    timelineOf(conversation, 'warning').some((text) =>
      text.includes(`ends in ${DRAIN_SECONDS} seconds at the latest`),
    ),
  );
  await expect(startSession(service)).rejects.toMatchObject({ status: 503, code: 'capacity' });

  await consumer.type('How are you?');
  await consumer.until('an answer', () => consumer.agentTexts.some((text) => text.includes('I am well')));
  const exited = service.stop('SIGCONT');
  await service.client.patch('/v1/sessions/{id}/stop', { path: { id: session.id } });
  expect(await exited).toBe(0);
  await consumer.leave();
});
