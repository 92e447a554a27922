import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isThorough } from '../support/inside.ts';
import { LiveService } from '../support/live-service.ts';

let service: LiveService;
beforeAll(async () => {
  service = await LiveService.start({ tones: true });
});
afterAll(() => service.stop());

const TIMES = isThorough ? 20 : 5;
/** Much less than an answer of twenty sentences takes. How fast a stop is: `npm run bench -- turn`. */
const CUT_SHORT_MS = 5_000;

describe('interruptions', () => {
  test(`${TIMES} in a row each stop the sound, and the next question is answered`, async () => {
    const conversation = await service.startConversation({ engine: { greeting: 'Hello.' } });
    const { consumer } = conversation;
    await conversation.join();
    await consumer.until('the greeting', () => consumer.agentTexts[0] === 'Hello.');
    await consumer.silent(200);
    const stops: number[] = [];
    for (let n = 1; n <= TIMES; n++) {
      const askedAt = performance.now();
      // The tone engine answers with a tone of twice the length of the question; a mute answer follows.
      await consumer.type(`long ${n}`);
      await consumer.hearsFor(150 + 40 * (n % 5), await consumer.hears(askedAt));
      const stoppedAt = performance.now();
      await consumer.type('hush');
      await conversation.until('the interruption', () => conversation.timeline('interruption').length === n);
      stops.push((await consumer.silenceAfter(stoppedAt, 60)) - stoppedAt);
      await consumer.silent(100);
    }
    expect(Math.max(...stops)).toBeLessThan(CUT_SHORT_MS);
    const lastAt = performance.now();
    await consumer.type('short');
    await consumer.hears(lastAt);
    await consumer.until('the end of the answer', () => consumer.states.at(-1) === 'listening');
    expect(conversation.transcript().at(-1)).toBe('character: You said: short.');
    const cuts = conversation.timeline('interruption').map((content) => JSON.parse(content));
    for (const { heardMs, by } of cuts) {
      expect(by).toBe('text');
      expect(heardMs).toBeGreaterThan(50);
      expect(heardMs).toBeLessThan(CUT_SHORT_MS);
    }
    await service.finish(conversation);
  }, 90_000);
});
