import { describe, expect, test, vi } from 'vitest';
import { LIVE_TIMEOUTS } from '../support/deadlines.ts';
import { LiveService } from '../support/live-service.ts';
import { useStarted } from '../support/use-service.ts';

vi.setConfig(LIVE_TIMEOUTS);

const service = useStarted(
  () => LiveService.start(),
  (it) => it.stop(),
);

async function greeted() {
  const conversation = await service.startConversation();
  await conversation.join();
  await conversation.consumer.saidAll(1);
  return conversation;
}

describe('a live conversation', () => {
  test('a text that is far too long is refused with a warning, and the conversation continues', async () => {
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
