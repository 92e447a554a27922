import { describe, expect, test, vi } from 'vitest';
import { LIVE_TIMEOUTS } from '../support/deadlines.ts';
import { LiveConsumer } from '../support/live-consumer.ts';
import { type LiveConversation, LiveService } from '../support/live-service.ts';
import { useStarted } from '../support/use-service.ts';

vi.setConfig(LIVE_TIMEOUTS);

const service = useStarted(
  () => LiveService.start({ conversationsPerWorker: 8 }),
  (it) => it.stop(),
);

async function ends(conversation: LiveConversation) {
  await conversation.until('the end', () => conversation.ended !== undefined);
  return conversation.ended!;
}

// Deadlines are tested with a fake clock in `server/src/media/run-conversation.test.ts`.
describe('a live conversation ends', () => {
  test('when the user says goodbye: the agent finishes its answer, then hangs up', async () => {
    const conversation = await service.startConversation({ engine: { greeting: 'Hello.' } });
    await conversation.join();
    const { consumer } = conversation;
    await consumer.until('the greeting', () => consumer.agentTexts.length > 0);
    await consumer.type('Goodbye!');
    expect(await ends(conversation)).toMatchObject({ reason: 'stopped' });
    const transcript = conversation.transcript();
    expect(transcript.at(-2)).toBe('user: Goodbye!');
    expect(transcript.at(-1)).toMatch(/^character: /u);
  });

  test('when the room cannot be reached', async () => {
    const conversation = await service.startConversation({
      room: { name: 'x', url: 'ws://127.0.0.1:9', token: 'nonsense', avatarIdentity: 'avatar' },
    });
    expect(await ends(conversation)).toMatchObject({ reason: 'host_unreachable' });
  });
});

describe('a consumer that disconnects', () => {
  test('returns with a new connection to the same conversation', async () => {
    // Rejoining can take long on a busy machine. The end of the grace period is tested with a fake clock.
    const conversation = await service.startConversation({ limits: { reconnectGraceMs: 120_000 } });
    await conversation.join();
    const { consumer } = conversation;
    await consumer.until('the greeting', () => consumer.agentTexts.length > 0);
    await consumer.leave();
    const again = new LiveConsumer();
    await conversation.join(again);
    expect(conversation.timeline('consumer_left')).toHaveLength(1);
    await conversation.until('the return', () => conversation.timeline('reconnected').length === 1);
    await again.until('video', () => again.frames.length > 5);
    await again.silent(200);
    const askedAt = performance.now();
    await again.type('What time is it?');
    await again.hears(askedAt);
    expect(conversation.ended).toBeUndefined();
    expect(conversation.timeline('greeting')).toHaveLength(1);
    await again.leave();
    await service.finish(conversation);
  });
});
