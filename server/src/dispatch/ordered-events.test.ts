import type { ConversationEvent } from '@visavis/contracts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { silentLogger } from '../lib/logger.ts';
import { OrderedEvents } from './ordered-events.ts';

const AT = Date.UTC(2026, 10, 22);
const joined: ConversationEvent = { kind: 'joined', at: AT };
const ended: ConversationEvent = { kind: 'ended', at: AT, reason: 'consumer_left' };
const unavailable = () => Object.assign(new Error('the database is unavailable'), { kind: 'unavailable' });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('what a conversation reports while the store is unavailable is kept, in its order, once it is back', async () => {
  const kept: string[] = [];
  let isBack = false;
  const events = new OrderedEvents(async (id, { kind }) => {
    if (!isBack) throw unavailable();
    kept.push(`${id} ${kind}`);
  }, silentLogger);
  events.push('conv_1', joined);
  events.push('conv_1', ended);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(kept).toEqual([]);
  isBack = true;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(kept).toEqual(['conv_1 joined', 'conv_1 ended']);
});

test('what the store refuses is not tried again, and what comes after it is kept', async () => {
  const tried: string[] = [];
  const error = vi.fn();
  const events = new OrderedEvents(
    async (_id, { kind }) => {
      tried.push(kind);
      if (kind === 'joined') throw new Error('a value does not fit its column');
    },
    { ...silentLogger, error },
  );
  events.push('conv_1', joined);
  events.push('conv_1', ended);
  await events.drained();
  expect(tried).toEqual(['joined', 'ended']);
  expect(error).toHaveBeenCalledOnce();
});

test('a store that does not come back holds the end of the service up for seconds, and its log names what was lost', async () => {
  const error = vi.fn();
  const events = new OrderedEvents(
    async () => {
      throw unavailable();
    },
    { ...silentLogger, error },
  );
  events.push('conv_1', ended);
  await vi.advanceTimersByTimeAsync(1_000);
  let isDrained = false;
  void events.drained().then(() => (isDrained = true));
  await vi.advanceTimersByTimeAsync(15_000);
  expect(isDrained).toBe(true);
  expect(error).toHaveBeenCalledOnce();
});
