/** Tests that in rooms of a LiveKit server set by `LIVEKIT_URL`, the service behaves as in its own rooms. */
import { join } from 'node:path';
import { beforeAll, expect } from 'vitest';
import { AGENTS_PLUGIN, installNodeAgents, startModelsOfAgents } from '../support/callers.ts';
import { LiveConsumer } from '../support/live-consumer.ts';
import { startLivekitServer } from '../support/livekit-server.ts';
import { needs } from '../support/needs.ts';
import { LocalProviders } from '../support/providers/local-providers.ts';
import { readMetric } from '../support/read-metric.ts';
import { startService, TEST_API_KEY } from '../support/service.ts';
import { startSession, stopSession, untilEnded } from '../support/service-client.ts';
import { picture, ShownPictures, showPicture } from '../support/shown-picture.ts';
import { StartedPrograms } from '../support/started-programs.ts';
import { useService, useStarted } from '../support/use-service.ts';

const { test } = needs('livekit-server');

const livekit = useStarted(startLivekitServer, (it) => it.close());
const providers = useStarted(
  () => LocalProviders.start(),
  (it) => it.stop(),
);
const speech = useStarted(startModelsOfAgents, (it) => it.stop());
let shown: ShownPictures;
let settings: Record<string, string>;
const programs = new StartedPrograms();

beforeAll(async () => {
  await installNodeAgents();
  shown = new ShownPictures(providers);
  const { url, apiKey, apiSecret } = livekit.target;
  settings = { LIVEKIT_URL: url, LIVEKIT_API_KEY: apiKey, LIVEKIT_API_SECRET: apiSecret };
}, 600_000);
const service = useService(() => ({ env: { ...providers.env('openai'), ...settings } }));

test('a picture that the consumer sends reaches the model', async () => {
  const { session, consumerAccessToken } = await startSession(service, {
    agent: { provider: 'openai', greetingMsg: 'Show me.' },
    consumerIdentity: { identity: 'kim', name: 'Kim' },
  });
  expect(session.host.serverUrl).toBe(livekit.target.url);
  const consumer = new LiveConsumer(session.avatar!.identity);
  programs.endWith(() => consumer.leave());
  await consumer.join(session.host.serverUrl, consumerAccessToken!);
  await consumer.until('the greeting', () => consumer.states.at(-1) === 'listening');
  await showPicture(consumer, picture);
  await shown.untilShown();
  await stopSession(service, session.id);
});

test('an avatar waits in a LiveKit room for the next conversation, if the setting is on', async () => {
  const ahead = await startService({
    env: { ...providers.env('openai'), ...settings, VISAVIS_WAITING_AVATAR: 'true' },
  });
  programs.endWith(() => ahead.dispose());
  const metric = (name: string) => readMetric(ahead, `visavis_waiting_avatars${name}`);
  const { id } = (await ahead.client.get('/v1/avatars')).avatars[0]!;
  const converse = async () => {
    const { session, consumerAccessToken } = await startSession(ahead, { avatar: { id } });
    const consumer = new LiveConsumer(session.avatar!.identity);
    programs.endWith(() => consumer.leave());
    await consumer.join(session.host.serverUrl, consumerAccessToken);
    await consumer.hears(0);
    await consumer.until('a picture', () => consumer.frames.length > 0);
    await stopSession(ahead, session.id);
    const { timeline, status } = await untilEnded(ahead, session.id);
    expect(status).toBe('ended');
    return timeline.filter(({ type }) => type === 'avatar_joined').length;
  };
  expect(await converse()).toBe(1);
  await expect.poll(() => metric('')).toBe(1);
  expect(await metric('_taken_total')).toBe(0);
  expect(await converse()).toBe(1);
  expect(await metric('_taken_total')).toBe(1);
  expect(await ahead.stop()).toBe(0);
});

test('a worker that is registered with LiveKit is started by name as the agent of a conversation', async () => {
  const ask = (agentName: string) =>
    service.client.post('/v1/sessions', {
      body: {
        name: 'Named worker',
        avatar: { identity: 'maya', name: 'Maya' },
        remoteAgentConnectingIdentity: { identity: 'guide-1', agentName },
        consumerIdentity: { identity: 'ada', name: 'Ada' },
      },
    });
  await expect(ask('nobody')).rejects.toMatchObject({
    status: 422,
    errors: [
      { path: 'remoteAgentConnectingIdentity.agentName', message: expect.stringContaining('"nobody"') },
    ],
  });
  const worker = programs.start(
    process.execPath,
    [join(AGENTS_PLUGIN, 'dist/examples/named-worker.js'), 'dev'],
    {
      VISAVIS_URL: service.url,
      VISAVIS_API_KEY: TEST_API_KEY,
      OPENAI_BASE_URL: speech.baseUrl,
      OPENAI_API_KEY: 'sk-local',
      ...settings,
    },
  );
  await worker.line(/registered worker/);
  const { session, consumerAccessToken } = await ask('guide');
  const consumer = new LiveConsumer(session.avatar!.identity);
  programs.endWith(() => consumer.leave());
  await consumer.join(session.host.serverUrl, consumerAccessToken!);
  await consumer.hears(0);
  const said = () => [...consumer.segments.values()].map(({ text }) => text.trim());
  await consumer.until('the greeting', () => said().includes('Hello, it is good to see you.'));
  expect(consumer.room.remoteParticipants.get('guide-1')!.attributes).toMatchObject({
    'lk.agent_name': 'guide',
  });
  await consumer.leave();
  expect(await untilEnded(service, session.id)).toMatchObject({ status: 'ended' });
});
