import { expect, test } from 'vitest';
import { Slots } from './slots.ts';

test('limits concurrent holders per key, queues others in order, and refuses beyond the queue limit', async () => {
  const slots = new Slots(2);
  const order: number[] = [];
  expect(slots.take('a', 1)).toBe(true);
  expect(slots.take('a', 1)).toBe(false);
  const second = new Promise<void>((resolve) => {
    expect(slots.wait('a', 1, () => resolve(void order.push(2)))).toBe(true);
  });
  const third = new Promise<void>((resolve) => {
    expect(slots.wait('a', 1, () => resolve(void order.push(3)))).toBe(true);
  });
  expect(slots.wait('a', 1, () => order.push(4))).toBe(false);
  expect(slots.take('b', 1)).toBe(true);
  expect(order).toEqual([]);
  slots.release('a');
  await second;
  expect(order).toEqual([2]);
  expect(slots.take('a', 1)).toBe(false);
  slots.release('a');
  await third;
  expect(order).toEqual([2, 3]);
  slots.release('a');
  expect(slots.take('a', 1)).toBe(true);
});

test('a request for more slots than are free waits for them, and nobody overtakes it', async () => {
  const slots = new Slots(2);
  expect(slots.take('a', 10, 8)).toBe(true);
  const taken = new Promise<void>((resolve) => slots.wait('a', 10, resolve, 6));
  expect(slots.take('a', 10, 1)).toBe(false);
  slots.release('a', 8);
  await taken;
  expect(slots.take('a', 10, 5)).toBe(false);
  expect(slots.take('a', 10, 4)).toBe(true);
});

test('a request for more slots than exist is granted once nobody else holds any', async () => {
  const slots = new Slots(2);
  expect(slots.take('a', 4, 2)).toBe(true);
  const taken = new Promise<void>((resolve) => slots.wait('a', 4, resolve, 9));
  slots.release('a', 2);
  await taken;
  expect(slots.take('a', 4, 1)).toBe(false);
  slots.release('a', 9);
  expect(slots.take('a', 4, 1)).toBe(true);
});
