/**
 * Resolves as `Promise.all`, but only once each promise has settled. Where several reject, it throws the
 * first error of the list, not the first in time: whoever reads the message reads the same in every run.
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
