/** One statement that deletes a day's rows, or an organization's, would block every other one in an embedded store. */
export const DELETED_AT_ONCE = 1_000;

/** Calls `remove`, which deletes so many rows, until it finds fewer. Returns how many there were. */
export async function deleteInPieces(
  remove: (most: number) => Promise<{ numAffectedRows?: bigint }>,
): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { numAffectedRows } = await remove(DELETED_AT_ONCE);
    const piece = Number(numAffectedRows ?? 0);
    deleted += piece;
    if (piece < DELETED_AT_ONCE) return deleted;
  }
}
