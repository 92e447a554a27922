import { expect, test, vi } from 'vitest';
import { LIVE_TIMEOUTS } from '../support/deadlines.ts';
import { LiveConsumer } from '../support/live-consumer.ts';
import { PipelineServer } from '../support/providers/pipeline-server.ts';
import { startSession, stopSession, untilEnded } from '../support/service-client.ts';
import { useService, useStarted } from '../support/use-service.ts';

vi.setConfig(LIVE_TIMEOUTS);

const servers = useStarted(
  () => new PipelineServer('sk-of-the-shop').listen(),
  (it) => it.stop(),
);
// Long timeouts: on a busy machine the servers take more than a few seconds.
const PATIENT = {
  LLM_FIRST_MS: '120000',
  TTS_FIRST_MS: '120000',
  VISAVIS_WAIT_SAID_MS: '0',
  VISAVIS_GIVE_UP_MS: '300000',
};
const service = useService(() => ({ env: { VISAVIS_PRIVATE_ADDRESSES: 'true', ...PATIENT } }));

test("an organization's own model servers think and speak for its agent, without any setting", async () => {
  const idOf = async (use: 'llm' | 'tts') => {
    const fields = {
      name: `Our ${use}`,
      model: `our-${use}`,
      url: servers.baseUrl,
      apiKey: 'sk-of-the-shop',
    };
    return (await service.client.post('/v3/model-servers', { body: { use, ...fields } })).id;
  };
  const { session, consumerAccessToken } = await startSession(service, {
    avatar: { identity: 'maya', name: 'Maya' },
    agent: {
      provider: 'gemini',
      greetingMsg: 'Welcome.',
      llmServerId: await idOf('llm'),
      ttsServerId: await idOf('tts'),
    },
    consumerIdentity: { identity: 'kim', name: 'Kim' },
  });
  const consumer = new LiveConsumer(session.avatar!.identity);
  await consumer.join(session.host.serverUrl, consumerAccessToken);
  await consumer.saidAll(1);
  servers.react = (prompt) => ({ say: prompt.includes('open') ? 'At nine, every day.' : 'Pardon?' });
  await consumer.type('When do you open?');
  await consumer.until('the answer', () => consumer.said.includes('At nine, every day.'));
  expect(servers.spoken).toEqual(['Welcome.', 'At nine, every day.']);
  await stopSession(service, session.id);
  await untilEnded(service, session.id);
  await consumer.leave();
});
