import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LiveService } from '../support/live-service.ts';

let service: LiveService;
beforeAll(async () => {
  service = await LiveService.start();
});
afterAll(() => service.stop());

async function greeted() {
  const conversation = await service.startConversation();
  await conversation.join();
  const { consumer } = conversation;
  await consumer.hears(0);
  await consumer.until('the greeting', () => consumer.agentTexts[0] === conversation.plan.engine!.greeting);
  await consumer.silent(300);
  return conversation;
}

describe('a live conversation', () => {
  test('the consumer sees the avatar and hears all of the greeting', async () => {
    const conversation = await service.startConversation();
    const { consumer } = conversation;
    const joinedAt = performance.now();
    await conversation.join();
    await consumer.until('video', () => consumer.frames.length > 25);
    await consumer.hears(joinedAt);
    const { greeting } = conversation.plan.engine!;
    await consumer.until('the greeting', () => consumer.agentTexts[0] === greeting);
    await consumer.silent(500);
    expect(consumer.sound.length * 10).toBeGreaterThan(1300);
    await conversation.until(
      'the transcript',
      () => conversation.transcript()[0] === `character: ${greeting}`,
    );
    expect(conversation.timeline('greeting')).toEqual([greeting]);
    expect(conversation.timeline('first_frame')).toHaveLength(1);
    expect(consumer.states.slice(-2)).toEqual(['speaking', 'listening']);
    await service.finish(conversation);
  });

  test('a typed question is answered aloud, and the turn is measured', async () => {
    const conversation = await greeted();
    const { consumer } = conversation;
    const askedAt = performance.now();
    await consumer.type('What time is it?');
    const heardAt = await consumer.hears(askedAt);
    await consumer.until('the turn', () => consumer.events.some(({ type }) => type === 'turn'));
    await consumer.silent(400);
    await conversation.until('the transcript', () => conversation.transcript().length === 3);
    expect(conversation.transcript()[1]).toBe('user: What time is it?');
    expect(conversation.transcript()[2]).toMatch(/^character: .{10}/u);
    const turn = JSON.parse(conversation.timeline('turn')[0]!);
    expect(turn.latencyMs).toBe(turn.engineMs + turn.playoutMs);
    expect(turn.latencyMs).toBeLessThan(heardAt - askedAt);
    expect(consumer.states.slice(-3)).toEqual(['thinking', 'speaking', 'listening']);
    await service.finish(conversation);
  });

  test('typing stops the audio, and the transcript keeps what was played', async () => {
    const conversation = await service.startConversation({
      engine: {
        greeting: 'This is a long greeting that goes on and on, about this and that, for quite a while.',
      },
    });
    const { consumer } = conversation;
    await conversation.join();
    const startedAt = await consumer.hears(0);
    await consumer.hearsFor(1500, startedAt);
    const typedAt = performance.now();
    await consumer.type('Hello.');
    await consumer.until('the interruption', () =>
      consumer.events.some(({ type }) => type === 'interrupted'),
    );
    const interruptedAt = performance.now();
    await consumer.silenceAfter(typedAt, 40);
    const cut = JSON.parse(conversation.timeline('interruption')[0]!);
    expect(cut.by).toBe('text');
    // What was heard is what had been sent: the listener is a network and a jitter buffer behind.
    expect(cut.heardMs).toBeGreaterThan(typedAt - startedAt - 300);
    expect(cut.heardMs).toBeLessThan(interruptedAt - startedAt + 300);
    const { greeting } = conversation.plan.engine!;
    expect(greeting!.startsWith(cut.heardText)).toBe(true);
    expect(cut.heardText.length).toBeLessThan(greeting!.length);
    expect(conversation.transcript()[0]).toBe(`character: ${cut.heardText}`);
    await consumer.until('the cut segment', () => [...consumer.segments.values()][0]!.final);
    expect(consumer.agentTexts[0]).toBe(cut.heardText);
    await service.finish(conversation);
  });

  test('a text beyond all measure is refused with a warning, and the conversation goes on', async () => {
    const conversation = await greeted();
    const { consumer } = conversation;
    await consumer.type('a'.repeat(100_000));
    await consumer.until('the warning', () =>
      consumer.events.some((event) => event.type === 'warning' && event.code === 'input'),
    );
    const askedAt = performance.now();
    await consumer.type('What time is it?');
    await consumer.hears(askedAt);
    expect(conversation.ended).toBeUndefined();
    await service.finish(conversation);
  });
});
