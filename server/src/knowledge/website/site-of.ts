import { trimEnd } from '../../lib/trim-end.ts';

/**
 * Which site an address belongs to, as one key for every spelling of it: its host without the port, a dot at its end and
 * `www.`, which leads to the same servers as a rule.
 */
export function siteOf(url: string): string {
  return trimEnd(new URL(url).hostname, '.').replace(/^www\./, '');
}
