import { afterAll, beforeAll, expect, test } from 'vitest';
import { LiveConsumer } from '../support/live-consumer.ts';
import { LocalProviders } from '../support/providers/local-providers.ts';
import { startSession, stopSession, timelineOf, untilConversation } from '../support/service-client.ts';
import { picture, ShownPictures, showPicture } from '../support/shown-picture.ts';
import { useService } from '../support/use-service.ts';

const GREETING = 'Show me.';

let providers: LocalProviders;
let shown: ShownPictures;

beforeAll(async () => {
  providers = await LocalProviders.start();
  shown = new ShownPictures(providers);
});
afterAll(() => providers?.stop());
const service = useService(() => ({ env: providers.env('openai') }));

async function meet(provider: 'openai' | 'gemini') {
  const { session, consumerAccessToken } = await startSession(service, {
    agent: { provider, greetingMsg: GREETING },
    consumerIdentity: { identity: `kim-${provider}`, name: 'Kim' },
  });
  const consumer = new LiveConsumer(session.avatar!.identity);
  await consumer.join(session.host.serverUrl, consumerAccessToken!);
  await consumer.saidAll(1);
  return { id: session.id, consumer };
}

test('a picture that the consumer sends reaches the model unchanged, in the format of its vendor', async () => {
  const { id, consumer } = await meet('openai');
  await showPicture(consumer, picture);
  await shown.untilShown();

  await showPicture(consumer, Buffer.from('<svg/>'));
  const record = await untilConversation(
    service,
    id,
    'the refusal',
    (it) => timelineOf(it, 'warning').length > 0,
  );
  expect(timelineOf(record, 'warning')).toEqual([
    'The picture was not shown to the agent: it is neither a JPEG nor a PNG file.',
  ]);
  await consumer.leave();
  await stopSession(service, id);
});

test('an agent that takes no pictures tells the consumer so, and the record says it', async () => {
  const { id, consumer } = await meet('gemini');
  await showPicture(consumer, picture);
  const told = () => consumer.events.filter(({ type }) => type === 'warning');
  await consumer.until('a word about it', () => told().length > 0);
  const message = 'The picture was not shown to the agent: the agent does not accept pictures.';
  expect(told()).toContainEqual({ type: 'warning', code: 'input', message });
  await untilConversation(service, id, 'the record', (it) => timelineOf(it, 'warning').includes(message));
  await consumer.leave();
  await stopSession(service, id);
});
