import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LiveService } from '../support/live-service.ts';

let service: LiveService;
beforeAll(async () => {
  service = await LiveService.start();
});
afterAll(() => service.stop());

describe('a live conversation', () => {
  test('the consumer sees the avatar and hears the greeting', async () => {
    const conversation = await service.startConversation();
    const { consumer } = conversation;
    const joinedAt = performance.now();
    await conversation.join();
    await consumer.until('video', () => consumer.frames.length > 10);
    const heardAt = await consumer.hears(joinedAt);
    await consumer.until('the greeting', () => consumer.agentTexts[0] === conversation.plan.engine!.greeting);
    await consumer.silent(500);
    console.log({ firstFrame: consumer.frames[0]! - joinedAt, heard: heardAt - joinedAt, soundMs: consumer.sound.length * 10, states: consumer.states });
    expect(conversation.transcript()).toEqual([`character: ${conversation.plan.engine!.greeting}`]);
    console.log(service.eventsOf(conversation.id));
  });
});
