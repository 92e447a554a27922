import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { LIVE_TIMEOUTS } from '../support/deadlines.ts';
import { LiveConsumer } from '../support/live-consumer.ts';
import { PipelineServer } from '../support/providers/pipeline-server.ts';
import { silence, speechSound } from '../support/providers/speech-sound.ts';
import { startSession, stopSession, untilEnded } from '../support/service-client.ts';
import { useService } from '../support/use-service.ts';

vi.setConfig(LIVE_TIMEOUTS);

let servers: PipelineServer;
beforeAll(async () => {
  servers = await new PipelineServer('sk-of-the-shop').listen();
});
afterAll(() => servers?.stop());
const service = useService(() => ({ env: { VISAVIS_PRIVATE_ADDRESSES: 'true' } }));

test('an organization’s own servers think, speak and transcribe for its agent, and no setting names them', async () => {
  const idOf = async (use: 'llm' | 'tts' | 'stt') => {
    const fields = {
      name: `Our ${use}`,
      model: `our-${use}`,
      url: servers.baseUrl,
      apiKey: 'sk-of-the-shop',
    };
    return (await service.client.post('/v3/model-servers', { body: { use, ...fields } })).id;
  };
  const agent = {
    provider: 'gemini' as const,
    greetingMsg: 'Welcome.',
    llmServerId: await idOf('llm'),
    ttsServerId: await idOf('tts'),
    sttServerId: await idOf('stt'),
  };
  const { session, consumerAccessToken } = await startSession(service, {
    avatar: { identity: 'maya', name: 'Maya' },
    agent,
    consumerIdentity: { identity: 'kim', name: 'Kim' },
  });
  const consumer = new LiveConsumer(session.avatar!.identity);
  await consumer.join(session.host.serverUrl, consumerAccessToken);
  await consumer.saidAll(1);
  servers.react = (prompt) => ({ say: prompt.includes('open') ? 'At nine, every day.' : 'Pardon?' });
  servers.userWords.push('When do you open?');
  await consumer.openMicrophone();
  const question = concat(speechSound(1_500, 48_000), silence(1_500, 48_000));
  await consumer.speakUntil('what was transcribed', () => servers.heard.length > 0, question);
  await consumer.until('the answer', () => consumer.said.includes('At nine, every day.'));
  expect(servers.spoken).toEqual(expect.arrayContaining(['Welcome.', 'At nine, every day.']));
  await stopSession(service, session.id);
  await untilEnded(service, session.id);
  await consumer.leave();
});

function concat(...parts: Int16Array[]): Int16Array {
  const whole = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
