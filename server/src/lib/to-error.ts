/** Returns what was thrown, or an `Error` with its text if something other than an `Error` was thrown. */
export const toError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(String(thrown));
