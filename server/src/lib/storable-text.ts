import { toUSVString } from 'node:util';

/**
 * Makes text storable as PostgreSQL's text type, which rejects NUL and lone surrogates: models, servers and errors
 * sometimes produce both.
 * @param maxLength in UTF-16 units; longer text is cut and ends in "…"
 */
export function storableText(text: string, maxLength: number): string {
  const kept = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
  return toUSVString(kept).replaceAll('\0', '');
}
