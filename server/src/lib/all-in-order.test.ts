import { expect, test } from 'vitest';
import { allInOrder } from './all-in-order.ts';

/** Waits long enough for a rejection to propagate. */
async function someTurns(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
}

test('a failure is thrown only after the others have ended, so that none of them keeps running', async () => {
  let end: (value: string) => void = () => undefined;
  const other = new Promise<string>((resolve) => {
    end = resolve;
  });
  const order: string[] = [];
  const all = allInOrder([Promise.reject(new Error('at once')), other]).catch((error: Error) =>
    order.push(error.message),
  );
  await someTurns();
  order.push('the other ends');
  end('');
  await all;
  expect(order).toEqual(['the other ends', 'at once']);
});
