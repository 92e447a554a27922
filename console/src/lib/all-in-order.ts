/**
 * Like `Promise.all`, but waits until all promises have settled. If several reject, it throws the first error in list
 * order, not the first in time, so that the page always shows the same one.
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
