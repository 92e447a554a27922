import type { ConversationEvent } from '@visavis/contracts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Deferred } from '../lib/deferred.ts';
import { silentLogger } from '../lib/logger.ts';
import { OrderedEvents } from './ordered-events.ts';

const AT = Date.UTC(2026, 10, 22);
const joined: ConversationEvent = { kind: 'joined', at: AT };
const ended: ConversationEvent = { kind: 'ended', at: AT, reason: 'consumer_left' };
const noFlood = () => expect.unreachable('nothing floods it');
const unavailable = () => Object.assign(new Error('the database is unavailable'), { kind: 'unavailable' });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('events reported while the store is unavailable are stored in order once it is back', async () => {
  const kept: string[] = [];
  let isBack = false;
  const events = new OrderedEvents(
    async (id, { kind }) => {
      if (!isBack) throw unavailable();
      kept.push(`${id} ${kind}`);
    },
    silentLogger,
    noFlood,
  );
  events.push('conv_1', joined);
  events.push('conv_1', ended);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(kept).toEqual([]);
  isBack = true;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(kept).toEqual(['conv_1 joined', 'conv_1 ended']);
});

test('an event that the store refuses is not retried, and later ones are stored', async () => {
  const tried: string[] = [];
  const error = vi.fn();
  const events = new OrderedEvents(
    async (_id, { kind }) => {
      tried.push(kind);
      if (kind === 'joined') throw new Error('a value does not fit its column');
    },
    { ...silentLogger, error },
    noFlood,
  );
  events.push('conv_1', joined);
  events.push('conv_1', ended);
  await events.drained();
  expect(tried).toEqual(['joined', 'ended']);
  expect(error).toHaveBeenCalledOnce();
});

test('a store that does not come back delays the shutdown by seconds, and the log names what was lost', async () => {
  const error = vi.fn();
  const events = new OrderedEvents(
    async () => {
      throw unavailable();
    },
    { ...silentLogger, error },
    noFlood,
  );
  events.push('conv_1', ended);
  await vi.advanceTimersByTimeAsync(1_000);
  let isDrained = false;
  void events.drained().then(() => (isDrained = true));
  await vi.advanceTimersByTimeAsync(15_000);
  expect(isDrained).toBe(true);
  expect(error).toHaveBeenCalledOnce();
});

test.each([
  { what: 'many', events: 9_999, characters: 10 },
  { what: 'long', events: 1_000, characters: 10_000 },
])(
  'of events that are too $what for the store some are dropped, and the record marks the gap',
  async ({ events: made, characters }) => {
    const opened = new Deferred();
    const kept: ConversationEvent[] = [];
    const warn = vi.fn();
    const events = new OrderedEvents(
      async (id, event) => {
        if (id === 'conv_1') await opened.promise;
        kept.push(event);
      },
      { ...silentLogger, warn },
      noFlood,
    );
    const content = 'x'.repeat(characters);
    for (let n = 0; n < made; n++)
      events.push('conv_1', {
        kind: 'transcript',
        at: AT,
        entryId: 'e',
        author: 'character',
        content,
        final: false,
      });
    events.push('conv_1', ended);
    events.push('conv_2', joined);
    await vi.waitFor(() => expect(kept).toEqual([joined]));
    opened.resolve();
    await events.drained();
    const [, ...ofFirst] = kept;
    expect(ofFirst.length).toBeLessThan(0.6 * made);
    expect(ofFirst.slice(-2)).toMatchObject([{ kind: 'timeline', type: 'warning', author: 'system' }, ended]);
    expect(warn).toHaveBeenCalledOnce();
    // Events that arrive after the waiting ones have been stored are recorded again.
    events.push('conv_1', joined);
    await events.drained();
    expect(kept.at(-1)).toEqual(joined);
  },
);
