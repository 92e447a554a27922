import { pino } from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { LatestValueSender } from './latest-value-sender.ts';
import { MessageQueue } from './message-queue.ts';

const log = pino({ enabled: false });

afterEach(() => vi.useRealTimers());

/** Creates a room that answers when the test says so. */
function slowRoom() {
  const sent: string[] = [];
  const answers: { succeed: () => void; fail: () => void }[] = [];
  const send = (value: string) => {
    sent.push(value);
    return new Promise<void>((resolve, reject) => {
      answers.push({ succeed: resolve, fail: () => reject(new Error('refused')) });
    });
  };
  return { sent, send, answer: (how: 'succeed' | 'fail' = 'succeed') => answers.shift()![how]() };
}

test('a state that was replaced while it waited, or before joining, is never sent', async () => {
  const room = slowRoom();
  const lane = new LatestValueSender(room.send, log);
  for (const state of ['initializing', 'listening']) lane.set(state);
  await lane.flushed();
  expect(room.sent).toEqual([]);
  lane.open();
  for (const state of ['thinking', 'speaking']) lane.set(state);
  expect(room.sent).toEqual(['listening']);
  room.answer();
  await expect.poll(() => room.sent).toEqual(['listening', 'speaking']);
  lane.set('thinking');
  lane.set('speaking');
  const flushed = lane.flushed();
  room.answer();
  await flushed;
  // The state was back at the one that the room already had.
  expect(room.sent).toEqual(['listening', 'speaking']);
  lane.set('listening');
  expect(room.sent).toEqual(['listening', 'speaking', 'listening']);
});

test('the newest state is sent again if sending failed, and again after the room was left and rejoined', async () => {
  vi.useFakeTimers();
  const room = slowRoom();
  const lane = new LatestValueSender(room.send, log);
  lane.open();
  lane.set('listening');
  room.answer('fail');
  await vi.advanceTimersByTimeAsync(2000);
  expect(room.sent).toEqual(['listening', 'listening']);
  room.answer('fail');
  lane.set('thinking');
  await vi.advanceTimersByTimeAsync(0);
  room.answer();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(room.sent).toEqual(['listening', 'listening', 'thinking']);
  lane.repeat();
  expect(room.sent).toEqual(['listening', 'listening', 'thinking', 'thinking']);
  // A room that always refuses is not asked forever.
  for (let attempt = 1; attempt <= 4; attempt++) {
    room.answer('fail');
    await vi.advanceTimersByTimeAsync(10_000);
  }
  expect(room.sent).toHaveLength(7);
  expect(vi.getTimerCount()).toBe(0);
});

test('messages keep their order, wait for the room, and one that fails is skipped', async () => {
  const room = slowRoom();
  const lane = new MessageQueue(log);
  for (const text of ['one', 'two', 'three']) lane.add(() => room.send(text));
  await Promise.resolve();
  expect(room.sent).toEqual([]);
  lane.open();
  await expect.poll(() => room.sent).toEqual(['one']);
  room.answer('fail');
  await expect.poll(() => room.sent).toEqual(['one', 'two']);
  room.answer();
  await expect.poll(() => room.sent).toEqual(['one', 'two', 'three']);
  room.answer();
  await lane.flushed();
});

test('unsendable messages do not accumulate endlessly', async () => {
  let sent = 0;
  const lane = new MessageQueue(log);
  for (let count = 0; count < 2000; count++) {
    lane.add(() => {
      sent++;
      return Promise.resolve();
    });
  }
  lane.open();
  await lane.flushed();
  expect(sent).toBe(500);
  lane.add(() => Promise.resolve(sent++));
  await lane.flushed();
  expect(sent).toBe(501);
});

test('lost messages are counted in the log: the first at once, further ones once a minute and at the end', async () => {
  vi.useFakeTimers();
  const lost: number[] = [];
  const lane = new MessageQueue({
    ...log,
    warn: (fields: { lost: number }) => lost.push(fields.lost),
  } as never);
  const fail = async (count: number) => {
    for (let message = 0; message < count; message++) lane.add(() => Promise.reject(new Error('refused')));
    await lane.flushed();
  };
  lane.open();
  await fail(430);
  expect(lost).toEqual([1]);
  await vi.advanceTimersByTimeAsync(61_000);
  expect(lost).toEqual([1, 429]);
  await vi.advanceTimersByTimeAsync(61_000);
  await fail(2);
  lane.close();
  expect(lost).toEqual([1, 429, 1, 1]);
  expect(vi.getTimerCount()).toBe(0);
});
