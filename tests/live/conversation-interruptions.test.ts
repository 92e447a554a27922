import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { LIVE_TIMEOUTS } from '../support/deadlines.ts';
import { isThorough } from '../support/inside.ts';
import { LiveService } from '../support/live-service.ts';

vi.setConfig(LIVE_TIMEOUTS);

let service: LiveService;
beforeAll(async () => {
  service = await LiveService.start({ tones: true });
});
afterAll(() => service.stop());

const TIMES = isThorough ? 20 : 5;
/** How long a tone of twenty sentences is at least. How fast a stop is: `npm run bench -- turn`. */
const WHOLE_MS = 18_000;

test(`${TIMES} interruptions in a row each stop the sound, and the next question is answered`, async () => {
  const conversation = await service.startConversation({ engine: { greeting: 'Hello.' } });
  const { consumer } = conversation;
  await conversation.join();
  await consumer.saidAll(1);
  for (let n = 1; n <= TIMES; n++) {
    // Sound of the last answer that comes late would be taken for the next one's.
    await consumer.silent(500);
    const askedAt = performance.now();
    // The tone engine answers with twenty sentences; a mute answer follows.
    await consumer.type(`long ${n}`);
    await consumer.hearsFor(100 + 40 * (n % 5), askedAt);
    await consumer.type('hush');
    await conversation.until('the interruption', () => conversation.timeline('interruption').length === n);
    await consumer.until('its end', () => consumer.said.length === n + 1);
  }
  await consumer.silent(500);
  const lastAt = performance.now();
  await consumer.type('short');
  await consumer.hears(lastAt);
  await consumer.saidAll(TIMES + 2);
  await conversation.until(
    'the transcript',
    () => conversation.transcript().at(-1) === 'character: You said: short.',
  );
  const cuts = conversation.timeline('interruption').map((content) => JSON.parse(content));
  for (const { heardMs, by } of cuts) {
    expect(by).toBe('text');
    expect(heardMs).toBeGreaterThan(0);
    expect(heardMs).toBeLessThan(WHOLE_MS);
  }
  await service.finish(conversation);
});
