import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { LIVE_TIMEOUTS } from '../support/deadlines.ts';
import { LiveService } from '../support/live-service.ts';

/** Longer than any machine takes to break in. */
const LONG = 'This is a long greeting that goes on and on, about this and that, for quite a while. '.repeat(
  12,
);

vi.setConfig(LIVE_TIMEOUTS);

let service: LiveService;
beforeAll(async () => {
  service = await LiveService.start();
});
afterAll(() => service.stop());

async function greeted() {
  const conversation = await service.startConversation();
  await conversation.join();
  await conversation.consumer.saidAll(1);
  return conversation;
}

describe('a live conversation', () => {
  // A busy machine stretches the sound or leaves gaps in it; when sound is heard is measured: `npm run bench -- turn`.
  test('the consumer sees the avatar and hears the greeting, which is spoken to its end', async () => {
    const conversation = await service.startConversation();
    const { consumer } = conversation;
    await conversation.join();
    await consumer.until('video', () => consumer.frames.length > 25);
    await consumer.hears(0);
    await consumer.until('the states', () => consumer.states.slice(-2).join() === 'speaking,listening');
    const { greeting } = conversation.plan.engine!;
    await consumer.until('all of the greeting', () => consumer.said[0] === greeting);
    await conversation.until(
      'the transcript',
      () => conversation.transcript()[0] === `character: ${greeting}`,
    );
    await consumer.silent(500);
    expect(consumer.agentTexts).toEqual([greeting]);
    expect(conversation.timeline('greeting')).toEqual([greeting]);
    expect(conversation.timeline('first_frame')).toHaveLength(1);
    await service.finish(conversation);
  });

  test('a typed question is answered aloud, and the turn is measured', async () => {
    const conversation = await greeted();
    const { consumer } = conversation;
    await consumer.silent(200);
    const askedAt = performance.now();
    await consumer.type('What time is it?');
    const heardAt = await consumer.hears(askedAt);
    await consumer.until('the turn', () => consumer.events.some(({ type }) => type === 'turn'));
    await consumer.saidAll(2);
    await conversation.until('the transcript', () => conversation.transcript().length === 3);
    expect(conversation.transcript()[1]).toBe('user: What time is it?');
    expect(conversation.transcript()[2]).toMatch(/^character: .{10}/u);
    const turn = JSON.parse(conversation.timeline('turn')[0]!);
    expect(turn.latencyMs).toBe(turn.engineMs + turn.playoutMs);
    expect(turn.latencyMs).toBeLessThan(heardAt - askedAt);
    await service.finish(conversation);
  });

  test('typing stops the audio, and the transcript keeps what was played', async () => {
    const conversation = await service.startConversation({ engine: { greeting: LONG } });
    const { consumer } = conversation;
    await conversation.join();
    await consumer.hearsFor(300, 0);
    await consumer.until('words of it', () => (consumer.agentTexts[0]?.length ?? 0) > 10);
    const seen = consumer.agentTexts[0]!;
    await consumer.type('Hello.');
    await consumer.until('the interruption', () =>
      consumer.events.some(({ type }) => type === 'interrupted'),
    );
    const cut = JSON.parse(conversation.timeline('interruption')[0]!);
    expect(cut.by).toBe('text');
    expect(LONG.startsWith(cut.heardText)).toBe(true);
    expect(cut.heardText.length).toBeGreaterThanOrEqual(seen.length);
    expect(cut.heardText.length).toBeLessThan(LONG.length);
    expect(cut.heardMs).toBeGreaterThan(0);
    await consumer.until('the cut segment', () => consumer.said[0] === cut.heardText);
    await conversation.until(
      'the transcript',
      () => conversation.transcript()[0] === `character: ${cut.heardText}`,
    );
    // The answer to what was typed follows, and then nothing: the greeting does not go on.
    await consumer.saidAll(2);
    await consumer.silent(1000);
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
    await consumer.silent(200);
    const askedAt = performance.now();
    await consumer.type('What time is it?');
    await consumer.hears(askedAt);
    expect(conversation.ended).toBeUndefined();
    await service.finish(conversation);
  });
});
