import type { Tool } from '@visavis/client';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { LIVE_TIMEOUTS } from '../support/deadlines.ts';
import { LiveConsumer } from '../support/live-consumer.ts';
import { poll } from '../support/poll.ts';
import { PipelineServer } from '../support/providers/pipeline-server.ts';
import {
  readConversation,
  startSession,
  stopSession,
  timelineOf,
  untilConversation,
  untilEnded,
} from '../support/service-client.ts';
import { useService } from '../support/use-service.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

vi.setConfig(LIVE_TIMEOUTS);

let model: PipelineServer;
let receiver: WebhookReceiver;
beforeAll(async () => {
  model = await new PipelineServer().listen();
  receiver = await startWebhookReceiver();
});
afterAll(async () => {
  await model?.stop();
  await receiver?.close();
});
const service = useService(() => ({
  env: { LLM_BASE_URL: model.baseUrl, LLM_MODEL: 'qwen3', VISAVIS_PRIVATE_ADDRESSES: 'true' },
}));

const GREETING = 'Welcome to the Meridian.';

/** Starts a session of Kim's with the tool, and joins its room. */
async function meet(avatarId: string, tool: Tool) {
  const { session, consumerAccessToken } = await startSession(service, {
    avatar: { id: avatarId },
    agent: { provider: 'openai', greetingMsg: GREETING, memory: true, tools: [{ id: tool.id }] },
    consumerIdentity: { identity: 'kim', name: 'Kim' },
  });
  const consumer = new LiveConsumer(session.avatar!.identity);
  await consumer.join(session.host.serverUrl, consumerAccessToken);
  await consumer.saidAll(1);
  expect(consumer.agentTexts).toEqual([GREETING]);
  return { id: session.id, consumer };
}

test('a model books a table with a tool of the organization, and remembers the user in the next conversation', async () => {
  const tool = await service.client.post('/v3/tools', {
    body: {
      name: 'book_table',
      description: 'Books a table. Answers its number.',
      url: `${receiver.url}/tables`,
      parameters: {
        type: 'object',
        properties: { guests: { type: 'integer', minimum: 1 } },
        required: ['guests'],
      },
      timeoutMs: 30_000,
    },
  });
  const { id: avatarId } = await service.client.post('/v1/avatars', {
    body: { identity: 'maya', name: 'Maya' },
  });
  const first = await meet(avatarId, tool);

  // The call is sent with a signature, and its result is spoken.
  receiver.answer = (response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"table":7}');
  model.react = (prompt) => {
    if (prompt.includes('{"table":7}')) return { say: 'You have table seven.' };
    if (prompt.includes('table')) return { calls: [{ name: 'book_table', args: '{"guests":2}' }] };
    return { say: 'Very well.' };
  };
  await first.consumer.type('I am allergic to nuts. Could we have a table for two?');
  await first.consumer.until('the answer', () => first.consumer.said.includes('You have table seven.'));
  const [call] = receiver.received;
  expect(new Verifier(tool.secret).verify(call!.body, call!.headers as Record<string, string>)).toMatchObject(
    {
      type: 'tool.call',
      data: { tool: 'book_table', arguments: { guests: 2 }, conversationId: first.id, user: 'kim' },
    },
  );
  const told = await readConversation(service, first.id);
  expect(timelineOf(told, 'tool_call').map((text) => JSON.parse(text))).toEqual([
    { name: 'book_table', content: '{"guests":2}' },
  ]);
  expect(timelineOf(told, 'tool_result').map((text) => JSON.parse(text))).toEqual([
    { name: 'book_table', content: '{"table":7}' },
  ]);

  // An interruption during the call cancels its HTTP request.
  await first.consumer.until('the end of the answer', () => first.consumer.states.at(-1) === 'listening');
  const closed = new Promise<void>((resolve) => {
    receiver.answer = (response) => {
      response.once('close', resolve);
    };
  });
  await first.consumer.type('And one more table, please.');
  await poll(
    'the second call',
    async () => receiver.received.length,
    (count) => count === 2,
  );
  expect(await first.consumer.interrupt()).toBe('ok');
  await closed;
  const cut = await untilConversation(
    service,
    first.id,
    'the cancelled call',
    (conversation) => timelineOf(conversation, 'tool_result').length === 2,
  );
  expect(timelineOf(cut, 'tool_result')[1]).toContain('cancelled');
  // A call whose arguments do not match the schema is not sent.
  model.react = (prompt) =>
    prompt.includes('The tool failed')
      ? { say: 'That did not work.' }
      : { calls: [{ name: 'book_table', args: '{"guests":"many"}' }] };
  await first.consumer.type('Then for all of us.');
  await first.consumer.until('the excuse', () => first.consumer.agentTexts.includes('That did not work.'));
  expect(receiver.received).toHaveLength(2);
  await stopSession(service, first.id);
  await untilEnded(service, first.id);
  await first.consumer.leave();

  // The next conversation starts with the stored memories; after an erasure, without them.
  const { memories } = await service.client.get('/v3/memories', { query: { user: 'kim' } });
  expect(memories).toMatchObject([{ content: 'I am allergic to nuts.', avatarId, conversationId: first.id }]);
  const instructionsOfNext = async () => {
    model.react = () => ({ say: 'Good to see you again.' });
    const chats = model.chats.all.length;
    const { id, consumer } = await meet(avatarId, tool);
    await consumer.type('What do you recommend?');
    await poll(
      'the chat',
      async () => model.chats.all.length,
      (count) => count > chats,
    );
    await stopSession(service, id);
    await consumer.leave();
    return String(model.chats.all.at(-1)!.messages[0]!.content);
  };
  expect(await instructionsOfNext()).toContain('"I am allergic to nuts."');
  expect(await service.client.delete('/v3/memories', { query: { user: 'kim' } })).toEqual({ erased: 1 });
  expect(await instructionsOfNext()).not.toContain('nuts');
});
