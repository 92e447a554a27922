/**
 * What all of these resolve with, as `Promise.all`, but once each has settled. Where several reject, the first of the list is thrown,
 * not the first that failed: whoever reads its words reads the same in every run.
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
