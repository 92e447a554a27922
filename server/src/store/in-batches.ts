/** Rows that one statement deletes: a statement that deleted a whole day or organization would block all others in an embedded store. */
export const DELETED_AT_ONCE = 1_000;

/** Calls `remove`, which deletes at most `maxRows`, until it deletes fewer. Returns how many it deleted in all. */
export async function deleteInBatches(
  remove: (maxRows: number) => Promise<{ numAffectedRows?: bigint }>,
): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { numAffectedRows } = await remove(DELETED_AT_ONCE);
    const batch = Number(numAffectedRows ?? 0);
    deleted += batch;
    if (batch < DELETED_AT_ONCE) return deleted;
  }
}
