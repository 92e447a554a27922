import type { ConversationEvent } from '@visavis/contracts';
import { expect, test } from 'vitest';
import { FakeClock } from '../lib/testing/fake-clock.ts';
import { Reporter } from './reporter.ts';

const start = () => {
  const events: ConversationEvent[] = [];
  const clock = new FakeClock();
  return { events, clock, reporter: new Reporter(clock, (event) => events.push(event)) };
};

test('an entry that grows counts once, and one that is said again counts each time', () => {
  const grows = start();
  for (let length = 1; length <= 10_000; length++)
    grows.reporter.transcript('e', 'user', 'x'.repeat(length), false);
  grows.reporter.transcript('e', 'user', 'x'.repeat(10_000), true);
  expect(grows.events).toMatchObject([{ content: 'x' }, { content: 'x'.repeat(10_000) }]);
  const repeats = start();
  for (let count = 0; count < 10_000; count++)
    repeats.reporter.transcript('e', 'user', 'x'.repeat(10_000), true);
  expect(repeats.events.length).toBeLessThan(500);
  expect(repeats.events.at(-1)).toMatchObject({ kind: 'timeline', type: 'warning' });
});

test('what the avatar says is recorded even if the words of the user are too many', () => {
  const { events, reporter } = start();
  for (let count = 0; count < 1_000; count++)
    reporter.transcript(`u-${count}`, 'user', 'x'.repeat(10_000), true);
  expect(events.length).toBeLessThan(500);
  expect(events.at(-1)).toMatchObject({
    type: 'warning',
    content: expect.stringContaining("the user's words"),
  });
  reporter.transcript('c-1', 'character', 'Please stop.', true);
  expect(events.at(-1)).toMatchObject({ content: 'Please stop.' });
});

test('an entry that grows is reported once a second, and completely at the end', async () => {
  const { events, clock, reporter } = start();
  for (const words of ['When', 'When do', 'When do you']) {
    for (const more of ['', ' o', ' op']) reporter.transcript('e', 'user', words + more, false);
    await clock.advance(1_000);
  }
  reporter.ended('consumer_left', undefined);
  expect(events.map((event) => (event.kind === 'transcript' ? event.content : event.kind))).toEqual([
    'When',
    'When do',
    'When do you',
    'When do you op',
    'ended',
  ]);
});

test('the id of an entry is cut', () => {
  const { events, reporter } = start();
  reporter.transcript('e'.repeat(100_000), 'character', 'Hello.', true);
  expect(events[0]).toMatchObject({ entryId: 'e'.repeat(200), content: 'Hello.' });
});
