/**
 * Like `Promise.all`, but settles only once every promise has settled. If several reject, it throws the first error in
 * list order, not the first in time, so that the message is the same in every run.
 */
export async function allInOrder<T extends readonly unknown[] | []>(
  promises: T,
): Promise<{ -readonly [Place in keyof T]: Awaited<T[Place]> }> {
  const values: unknown[] = [];
  for (const outcome of await Promise.allSettled(promises)) {
    if (outcome.status === 'rejected') throw outcome.reason;
    values.push(outcome.value);
  }
  return values as { -readonly [Place in keyof T]: Awaited<T[Place]> };
}
