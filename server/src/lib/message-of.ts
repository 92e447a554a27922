/** Returns the message of an error, also where something else than an `Error` was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
