import { toUSVString } from 'node:util';

/**
 * Text that PostgreSQL's text type takes: it refuses NUL and lone surrogates, and models, servers and errors sometimes produce both.
 * @param maxLength in UTF-16 units; what is longer ends in "…"
 */
export function storableText(text: string, maxLength: number): string {
  const kept = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
  return toUSVString(kept).replaceAll('\0', '');
}
