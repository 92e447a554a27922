/** Reads fields of untrusted JSON: a field that is absent or of another type is `undefined`. */
export type JsonObject = Record<string, unknown>;

export function objectOf(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : undefined;
}

export function objectAt(parent: JsonObject | undefined, key: string): JsonObject | undefined {
  return objectOf(parent?.[key]);
}

export function textAt(parent: JsonObject | undefined, key: string): string | undefined {
  const value = parent?.[key];
  return typeof value === 'string' ? value : undefined;
}

export function numberAt(parent: JsonObject | undefined, key: string): number | undefined {
  const value = parent?.[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

export function flagAt(parent: JsonObject | undefined, key: string): boolean {
  return parent?.[key] === true;
}

export function listAt(parent: JsonObject | undefined, key: string): unknown[] {
  const value = parent?.[key];
  return Array.isArray(value) ? value : [];
}
