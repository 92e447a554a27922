import type { Services } from '../domain/services.ts';

export const TALK_KEY_NAME = 'talk page';
export const TALK_KEY_HOURS = 12;

/** When a key made for the talk page now ceases to be accepted. */
export function talkKeyExpiry(now = new Date()): string {
  return new Date(now.getTime() + TALK_KEY_HOURS * 3_600_000).toISOString();
}

/** The key goes into the fragment, which browsers keep to themselves. */
export function talkLink(url: string, key: string): string {
  return `${url}/talk/#key=${key}`;
}

export function consoleLink(url: string, key: string): string {
  return `${url}/console/#key=${key}`;
}

/** Links that open the talk page and the console of the default organization, ready to use. Earlier ones that have expired go. */
export async function makeLinks(
  { organizations, apiKeys }: Services,
  url: string,
): Promise<{ talk: string; console: string }> {
  const { organization } = await organizations.ensureDefault({});
  const { rows } = await apiKeys.list(organization.id, { skip: 0, take: 50 });
  const now = new Date();
  for (const { id, name, expiresAt } of rows) {
    if (name === TALK_KEY_NAME && expiresAt && expiresAt < now) await apiKeys.revoke(organization.id, id);
  }
  const { key } = await apiKeys.create(organization.id, {
    name: TALK_KEY_NAME,
    expiresAt: talkKeyExpiry(now),
  });
  return { talk: talkLink(url, key), console: consoleLink(url, key) };
}
