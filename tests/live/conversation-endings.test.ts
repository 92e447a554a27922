import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { LIVE_TIMEOUTS } from '../support/deadlines.ts';
import { LiveConsumer } from '../support/live-consumer.ts';
import { type LiveConversation, LiveService } from '../support/live-service.ts';

vi.setConfig(LIVE_TIMEOUTS);

let service: LiveService;
beforeAll(async () => {
  service = await LiveService.start({ conversationsPerWorker: 8 });
});
afterAll(() => service.stop());

async function ends(conversation: LiveConversation) {
  await conversation.until('the end', () => conversation.ended !== undefined);
  return conversation.ended!;
}

const endings = (conversation: LiveConversation) =>
  service.eventsOf(conversation.id).filter(({ kind }) => kind === 'ended').length;

// By its deadlines, which need a clock of their own: `server/src/media/run-conversation.test.ts`.
describe('a live conversation ends', () => {
  test('when it is stopped: once, and the room is left', async () => {
    const conversation = await service.startConversation();
    const { consumer } = conversation;
    await conversation.join();
    await consumer.hears(0);
    service.pool.stop(conversation.id, 'stopped');
    service.pool.stop(conversation.id, 'stopped');
    expect(await ends(conversation)).toMatchObject({ reason: 'stopped' });
    await consumer.until('the last event', () => consumer.events.at(-1)?.type === 'ended');
    expect(consumer.events.at(-1)).toMatchObject({ type: 'ended', reason: 'stopped' });
    await consumer.until('the empty room', () => !consumer.room.remoteParticipants.has('avatar'));
    expect(endings(conversation)).toBe(1);
    expect(service.pool.active()).not.toContain(conversation.id);
  });

  test('when the consumer has gone and does not come back; it ended when the consumer left', async () => {
    const conversation = await service.startConversation({ limits: { reconnectGraceMs: 3000 } });
    await conversation.join();
    await conversation.consumer.hears(0);
    await conversation.consumer.leave();
    const end = await ends(conversation);
    expect(end.reason).toBe('consumer_left');
    const left = service
      .eventsOf(conversation.id)
      .find((event) => event.kind === 'timeline' && event.type === 'consumer_left');
    expect(end.at).toBeGreaterThanOrEqual(left!.at);
    expect(end.at).toBeLessThan(left!.at + 3000);
  });

  test('when the user says goodbye: the agent is heard, then hangs up', async () => {
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

describe('a consumer that drops out', () => {
  test('comes back with a fresh connection to the same conversation', async () => {
    const conversation = await service.startConversation({ limits: { reconnectGraceMs: 10_000 } });
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
