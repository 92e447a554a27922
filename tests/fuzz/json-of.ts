/** Returns the object in a JSON text, or `undefined` for any other text, which would not reach the parser. */
export function jsonOf(input: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(input.toString());
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
