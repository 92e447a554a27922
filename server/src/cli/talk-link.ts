import type { Services } from '../domain/services.ts';
import { KEY_NAMES, keyExpiry } from './short-lived-key.ts';

const SHORT_LIVED: readonly string[] = Object.values(KEY_NAMES);

/** The key is in the fragment, which browsers do not send. */
export function talkLink(url: string, key: string): string {
  return `${url}/talk/#key=${key}`;
}

export function consoleLink(url: string, key: string): string {
  return `${url}/console/#key=${key}`;
}

/**
 * Creates links that open the talk page and the console of the default organization, ready to use. Revokes expired
 * short-lived keys.
 */
export async function makeLinks(
  { organizations, apiKeys }: Services,
  url: string,
): Promise<{ talk: string; console: string }> {
  const { organization } = await organizations.ensureDefault({});
  const { rows } = await apiKeys.list(organization.id, { skip: 0, take: 50 });
  const now = new Date();
  for (const { id, name, expiresAt } of rows) {
    if (SHORT_LIVED.includes(name) && expiresAt && expiresAt < now) await apiKeys.revoke(organization.id, id);
  }
  const { key } = await apiKeys.create(organization.id, {
    name: KEY_NAMES.pages,
    expiresAt: keyExpiry(now),
  });
  return { talk: talkLink(url, key), console: consoleLink(url, key) };
}
