/** Rows deleted per statement: deleting a whole day or organization would block everything in an embedded store. */
export const DELETED_AT_ONCE = 1_000;

/** Calls `remove`, which deletes at most `maxRows`, until it deletes fewer. Returns the total number deleted. */
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
