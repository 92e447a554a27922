import { trimEnd } from '../../lib/trim-end.ts';

/**
 * Returns the site of an address as one key for all its spellings: its host without the port, a trailing dot, and
 * `www.`, which usually leads to the same servers.
 */
export function siteOf(url: string): string {
  return trimEnd(new URL(url).hostname, '.').replace(/^www\./, '');
}
