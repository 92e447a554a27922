import type { ConversationEvent } from '@visavis/contracts';
import { expect, test } from 'vitest';
import { FakeClock } from '../lib/testing/fake-clock.ts';
import { Reporter } from './reporter.ts';

const start = () => {
  const events: ConversationEvent[] = [];
  return { events, reporter: new Reporter(new FakeClock(), (event) => events.push(event)) };
};

test('an entry that grows counts once, and one that is said again counts each time', () => {
  const grows = start();
  for (let length = 1; length <= 10_000; length++)
    grows.reporter.transcript('e', 'user', 'x'.repeat(length), false);
  expect(grows.events).toHaveLength(10_000);
  const repeats = start();
  for (let count = 0; count < 10_000; count++)
    repeats.reporter.transcript('e', 'user', 'x'.repeat(10_000), true);
  expect(repeats.events.length).toBeLessThan(500);
  expect(repeats.events.at(-1)).toMatchObject({ kind: 'timeline', type: 'warning' });
});

test('the id of an entry is cut', () => {
  const { events, reporter } = start();
  reporter.transcript('e'.repeat(100_000), 'character', 'Hello.', true);
  expect(events[0]).toMatchObject({ entryId: 'e'.repeat(200), content: 'Hello.' });
});
