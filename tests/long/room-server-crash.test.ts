import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { crashingRoomServer } from '../support/crashing-room-server.ts';
import { useFolder } from '../support/inside.ts';
import { LiveConsumer } from '../support/live-consumer.ts';
import { poll } from '../support/poll.ts';
import { type Service, startService } from '../support/service.ts';
import {
  startSession,
  stopSession,
  timelineOf,
  timelineTypes,
  untilConversation,
} from '../support/service-client.ts';

const ADMIN_TOKEN = 'admin-token-of-the-test-of-crashes';

const folder = useFolder();
let service: Service;
beforeAll(async () => {
  const env = crashingRoomServer(join(folder, 'crash'));
  service = await startService({
    env: { ...env, VISAVIS_ADMIN_TOKEN: ADMIN_TOKEN, VISAVIS_VIDEO_FPS: '10' },
  });
});
afterAll(() => service?.dispose());

async function crashes(): Promise<string | undefined> {
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
  const text = await (await fetch(`${service.url}/metrics`, { headers })).text();
  return text.match(/^visavis_room_server_crashes_total (\d+)/m)?.[1];
}

test('a crash of the room server is logged, counted and noted in the timeline, and the conversation continues', async () => {
  const { session, consumerAccessToken } = await startSession(service);
  const consumer = new LiveConsumer(session.avatar!.identity);
  await consumer.join(session.host.serverUrl, consumerAccessToken);
  await consumer.until('the greeting', () => consumer.agentTexts.length > 0);
  expect(await crashes()).toBe('0');

  await writeFile(join(folder, 'crash'), '');
  await expect.poll(() => service.output).toContain('the room server stopped unexpectedly');
  await rm(join(folder, 'crash'));
  expect(Number(await crashes())).toBeGreaterThan(0);

  const isTold = (warning: string) => warning.includes('room server was restarted');
  const { status } = await untilConversation(
    service,
    session.id,
    'the warning, and the avatar to be back',
    (it) => timelineTypes(it).includes('reconnected') && timelineOf(it, 'warning').some(isTold),
  );
  expect(status).toBe('running');
  await stopSession(service, session.id);
  await consumer.leave();
});

test('a room server that hangs is detected and restarted', async () => {
  const before = Number(await crashes());
  await writeFile(join(folder, 'crash.new'), 'hang');
  await rename(join(folder, 'crash.new'), join(folder, 'crash'));
  await expect.poll(() => service.output).toContain('the room server did not answer and is being restarted');
  await poll('the count', crashes, (count) => Number(count) > before);
  // Its room opens when the next room server is running.
  const { session, consumerAccessToken } = await startSession(service);
  const consumer = new LiveConsumer(session.avatar!.identity);
  await consumer.join(session.host.serverUrl, consumerAccessToken);
  await consumer.until('the greeting', () => consumer.agentTexts.length > 0);
  await stopSession(service, session.id);
  await consumer.leave();
});
