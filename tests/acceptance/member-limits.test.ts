/** Tests the rate limit of a single member within an organization. */
import { expect, test } from 'vitest';
import { useApi } from '../support/api-harness.ts';
import { SoftwarePasskey } from '../support/software-passkey.ts';

const ORIGIN = 'http://localhost';
const api = useApi({ rateLimits: { organization: 4, member: 2, attempts: 1e9 } });

const post = (url: string, body: object, key: string | null = null) =>
  api.call('POST', url, { key, body, headers: { origin: ORIGIN } });

/** Creates a member and returns their cookie. Uses one request of the limit that applies to the organization's keys. */
async function join(): Promise<string> {
  const { link } = (await post('/v3/invitations', { name: 'Kim', role: 'listener' }, api.key)).body;
  const secret = link.split('=')[1];
  const { creation } = (await post('/v3/sign-in/invitation', { secret })).body;
  const answer = new SoftwarePasskey(ORIGIN).create(creation);
  const joined = await post('/v3/sign-in/invitation/passkey', { secret, ...answer });
  return String(joined.headers['set-cookie']).split(';')[0]!;
}

test('requests of one member use up no limit of other members or of programs', async () => {
  const [cookie, other] = [await join(), await join()];
  const read = async (caller: { key?: string; cookie?: string }) => {
    const { key = null, cookie } = caller;
    const headers = { 'sec-fetch-site': 'same-origin', ...(cookie && { cookie }) };
    return (await api.call('GET', '/v3/conversations/none', { key, headers })).status;
  };
  for (const status of [404, 404, 429, 429]) expect(await read({ cookie })).toBe(status);
  for (const status of [404, 404, 429]) expect(await read({ cookie: other })).toBe(status);
  for (const status of [404, 404, 429]) expect(await read({ key: api.key })).toBe(status);
});
