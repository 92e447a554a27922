/** The object that a text of JSON holds; `undefined` for any other text, which never reaches the parser behind. */
export function jsonOf(input: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(input.toString());
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
