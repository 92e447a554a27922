import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dispose } from '@livekit/rtc-node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LiveConsumer } from '../support/live-consumer.ts';
import { poll } from '../support/poll.ts';
import { portraitDataUrl } from '../support/portrait-png.ts';
import { LocalProviders } from '../support/providers/local-providers.ts';
import type { Json } from '../support/providers/protocol-server.ts';
import { type Service, startService } from '../support/service.ts';
import { startSession, stopSession, timelineOf, untilConversation } from '../support/service-client.ts';

const WAIT_MS = 60_000;
const GREETING = 'Show me.';

let providers: LocalProviders;
let service: Service;
let folder: string;
const taken: Json[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'visavis-pictures-'));
  providers = await LocalProviders.start();
  providers.openai.onTaken = (message) => void taken.push(message);
  service = await startService({ env: providers.env('openai') });
}, 180_000);
afterAll(async () => {
  await service?.dispose();
  await providers?.stop();
  await rm(folder, { recursive: true, force: true });
  await dispose();
});

async function meet(provider: 'openai' | 'gemini') {
  const { session, consumerAccessToken } = await startSession(service, {
    agent: { provider, greetingMsg: GREETING },
    consumerIdentity: { identity: `kim-${provider}`, name: 'Kim' },
  });
  const consumer = new LiveConsumer(session.avatar!.identity);
  await consumer.join(session.host.serverUrl, consumerAccessToken!);
  await consumer.until('the greeting', () => consumer.states.at(-1) === 'listening', WAIT_MS);
  return { id: session.id, consumer };
}

/** As a front end does it for LiveKit's agents that see. */
async function show(consumer: LiveConsumer, content: Uint8Array): Promise<void> {
  const file = join(folder, 'picture');
  await writeFile(file, content);
  await consumer.room.localParticipant!.sendFile(file, { topic: 'images' });
}

test("a picture that the consumer sends reaches the model, byte for byte, in its vendor's form", async () => {
  const { id, consumer } = await meet('openai');
  const [, base64] = portraitDataUrl().split(',');
  await show(consumer, Buffer.from(base64!, 'base64'));
  const item = {
    role: 'user',
    content: [{ type: 'input_image', image_url: `data:image/png;base64,${base64}` }],
  };
  const isShown = () =>
    taken.filter(({ type, item: sent }) => type === 'conversation.item.create' && isAlike(sent, item))
      .length === 1;
  await poll('the picture at the vendor', async () => isShown(), Boolean, WAIT_MS);

  await show(consumer, Buffer.from('<svg/>'));
  const record = await untilConversation(
    service,
    id,
    'the refusal',
    (it) => timelineOf(it, 'warning').length > 0,
  );
  expect(timelineOf(record, 'warning')).toEqual(['The picture was not seen: it is neither JPEG nor PNG.']);
  await consumer.leave();
  await stopSession(service, id);
}, 180_000);

test('who cannot see says so, to the consumer and in the record', async () => {
  const { id, consumer } = await meet('gemini');
  await show(consumer, Buffer.from(portraitDataUrl().split(',')[1]!, 'base64'));
  const told = () => consumer.events.filter(({ type }) => type === 'warning');
  await consumer.until('a word about it', () => told().length > 0, WAIT_MS);
  const message = 'The picture was not seen: whoever answers here cannot see.';
  expect(told()).toContainEqual({ type: 'warning', code: 'input', message });
  await untilConversation(service, id, 'the record', (it) => timelineOf(it, 'warning').includes(message));
  await consumer.leave();
  await stopSession(service, id);
}, 180_000);

function isAlike(sent: unknown, expected: { role: string; content: object[] }): boolean {
  const { role, content } = sent as { role?: string; content?: object[] };
  return role === expected.role && JSON.stringify(content) === JSON.stringify(expected.content);
}
