/** How commands call the API of the running service as one of its organizations. */
import type { Config } from '../config.ts';
import { StartupError } from '../lib/startup-error.ts';
import { type AdminClient, findService, openAdminClient, readAnswer } from './running-service.ts';

export interface ApiCaller {
  /** Where people reach the service. */
  address: string;
  call<T>(method: string, path: string): Promise<T>;
  /** The content of `/metrics`; undefined without permission to read it. */
  metrics(): Promise<string | undefined>;
  /** Revokes the key that was made for this command. */
  close(): Promise<void>;
}

const PATIENCE_MS = 30_000;
const KEY_MS = 24 * 3_600_000;

/**
 * With `key`, or VISAVIS_API_KEY, at `url` or where the service of this data directory is. Without a key one is made for the
 * oldest organization with the admin token, for as long as the command runs.
 * @throws StartupError
 */
export async function openApiCaller(
  config: Config,
  given: { key?: string | undefined; url?: string | undefined },
  purpose: string,
): Promise<ApiCaller> {
  const { url, address } = given.url
    ? { url: given.url.replace(/\/$/, ''), address: given.url }
    : await findService(config);
  const known = given.key ?? config.apiKey;
  if (given.url && !known)
    throw new StartupError('a service elsewhere asks for a key', 'Add --key, or set VISAVIS_API_KEY.');
  const made = known === undefined ? await makeKey(await openAdminClient(config), purpose) : undefined;
  const key = known ?? made!.key;

  async function send(method: string, path: string, headers: Record<string, string>): Promise<Response> {
    return fetch(url + path, { method, headers, signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => {
      throw new StartupError(
        `no service answers at ${url}`,
        'Start it with `npm start`, or name it with --url.',
      );
    });
  }
  async function call<T>(method: string, path: string): Promise<T> {
    return readAnswer<T>(await send(method, path, { 'x-api-key': key }));
  }
  const token = config.adminToken ?? made?.token;
  return {
    address,
    call,
    async metrics() {
      const response = await send('GET', '/metrics', token ? { authorization: `Bearer ${token}` } : {});
      const text = await response.text();
      return response.ok ? text : undefined;
    },
    async close() {
      // If revoking fails, the key expires by itself.
      if (made) await call('DELETE', `/v3/api-keys/${made.id}`).catch(() => undefined);
    },
  };
}

async function makeKey(
  admin: AdminClient,
  purpose: string,
): Promise<{ id: string; key: string; token: string }> {
  const first = await admin.call<{ total: number }>('GET', '/admin/organizations?take=1');
  const skip = Math.max(0, first.total - 1);
  const { organizations } = await admin.call<{ organizations: { id: string }[] }>(
    'GET',
    `/admin/organizations?take=1&skip=${skip}`,
  );
  const organization = organizations[0];
  if (!organization)
    throw new StartupError('there is no organization', 'Create one with `npx visavis orgs create`.');
  const made = await admin.call<{ id: string; key: string }>(
    'POST',
    `/admin/organizations/${organization.id}/keys`,
    {
      name: purpose,
      expiresAt: new Date(Date.now() + KEY_MS).toISOString(),
    },
  );
  return { ...made, token: admin.token };
}
