/** Lifetime of keys that the start and commands create for people. */
import { StartupError } from '../lib/startup-error.ts';
import type { AdminClient } from './running-service.ts';

export const KEY_HOURS = 12;

/** The purpose of such a key, shown in the console's list of keys. */
export const KEY_NAMES = { pages: 'talk page', shell: 'shell' } as const;

/** Returns when a key created now expires. */
export function keyExpiry(now = new Date()): string {
  return new Date(now.getTime() + KEY_HOURS * 3_600_000).toISOString();
}

/**
 * Creates a key of the organization, by default of the oldest one.
 * @throws StartupError if no service is running, or it refuses
 */
export async function makeShortLivedKey(
  admin: AdminClient,
  purpose: keyof typeof KEY_NAMES,
  organizationId?: string,
): Promise<string> {
  const id = organizationId ?? (await oldestOrganizationId(admin));
  return createKey(admin, id, { name: KEY_NAMES[purpose], expiresAt: keyExpiry() });
}

/** Creates a key of the organization. @throws StartupError if no service is running, or it refuses */
export async function createKey(
  admin: AdminClient,
  organizationId: string,
  fields: { name: string; expiresAt?: string },
): Promise<string> {
  const path = `/admin/organizations/${encodeURIComponent(organizationId)}/keys`;
  return (await admin.call<{ key: string }>('POST', path, fields)).key;
}

async function oldestOrganizationId(admin: AdminClient): Promise<string> {
  const first = await admin.call<{ total: number }>('GET', '/admin/organizations?take=1');
  const skip = Math.max(0, first.total - 1);
  const page = await admin.call<{ organizations: { id: string }[] }>(
    'GET',
    `/admin/organizations?take=1&skip=${skip}`,
  );
  const id = page.organizations[0]?.id;
  if (!id) throw new StartupError('there is no organization', 'Create one with `npx visavis orgs create`.');
  return id;
}
