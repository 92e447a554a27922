/** Rows deleted per statement: deleting a whole day or organization would block everything in an embedded store. */
export const MAX_DELETED_ROWS = 1_000;

/** Calls `remove`, which deletes at most `maxRows`, until it deletes fewer. Returns the total number deleted. */
export async function deleteInBatches(
  remove: (maxRows: number) => Promise<{ numAffectedRows?: bigint }>,
): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { numAffectedRows } = await remove(MAX_DELETED_ROWS);
    const batch = Number(numAffectedRows ?? 0);
    deleted += batch;
    if (batch < MAX_DELETED_ROWS) return deleted;
  }
}
