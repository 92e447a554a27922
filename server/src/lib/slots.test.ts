import { expect, test } from 'vitest';
import { Slots, SlotsTakenError } from './slots.ts';

test('so many of a key at the same time, the others in their order, and too many are refused', async () => {
  const slots = new Slots(2);
  const order: number[] = [];
  const first = await slots.take('a', 1);
  const second = slots.take('a', 1).then((give) => (order.push(2), give));
  const third = slots.take('a', 1).then((give) => (order.push(3), give));
  await expect(slots.take('a', 1)).rejects.toThrow(SlotsTakenError);
  (await slots.take('b', 1))();
  expect(order).toEqual([]);
  first();
  first();
  (await second)();
  (await third)();
  expect(order).toEqual([2, 3]);
  (await slots.take('a', 1))();
});
