/** Returns the message of an error, even if something other than an `Error` was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
