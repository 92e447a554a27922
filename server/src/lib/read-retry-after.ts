/** Parses a `Retry-After` header, a number or a date (RFC 9110, 10.2.3), into seconds from now. */
export function readRetryAfter(header: string | null | undefined, nowMs = Date.now()): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}(?:\.\d{1,9})?$/.test(text)) return Number(text);
  const atMs = /^[A-Z][a-z]/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(atMs) ? undefined : Math.max(0, (atMs - nowMs) / 1000);
}
