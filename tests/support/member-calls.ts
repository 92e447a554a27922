/** Members who sign in to a service under test, as the console's pages do it for them. */
import { expect } from 'vitest';
import type { Answer, ApiHarness } from './api-harness.ts';
import { SoftwarePasskey, type Wrong } from './software-passkey.ts';

export const ORIGIN = 'http://localhost';

export type Role = 'owner' | 'editor' | 'viewer' | 'listener';
export interface Browser {
  cookie?: string;
  headers?: Record<string, string>;
}

export const cookieOf = ({ headers }: Answer) => String(headers['set-cookie']).split(';')[0]!;

export function memberCalls(api: ApiHarness) {
  /** Sends a request as a page of the console does, in a browser that has `cookie`. */
  const browse = (method: string, url: string, body?: object, { cookie, headers }: Browser = {}) =>
    api.call(method, url, {
      key: null,
      headers: { origin: ORIGIN, 'sec-fetch-site': 'same-origin', ...(cookie && { cookie }), ...headers },
      ...(body && { body }),
    });

  async function invite(
    role: Role,
    { key = api.key, name = 'Uma Sand' } = {},
  ): Promise<{ id: string; secret: string }> {
    const { status, body } = await api.call('POST', '/v3/invitations', { key, body: { name, role } });
    expect(status).toBe(201);
    expect(body.link).toMatch(/\/console\/#invitation=[\w-]{43}$/);
    return { id: body.id, secret: body.link.split('=')[1] };
  }

  async function accept(secret: string, passkey = new SoftwarePasskey(ORIGIN), wrong: Wrong = {}) {
    const opened = await browse('POST', '/v3/sign-in/invitation', { secret });
    expect(opened.status).toBe(201);
    return browse('POST', '/v3/sign-in/invitation/passkey', {
      secret,
      ...passkey.create(opened.body.creation, wrong),
    });
  }

  /** Returns a new member with this role, signed in. */
  async function join(role: Role, key = api.key) {
    const passkey = new SoftwarePasskey(ORIGIN);
    const joined = await accept((await invite(role, { key })).secret, passkey);
    expect(joined.status, joined.body.detail).toBe(201);
    return { cookie: cookieOf(joined), passkey, id: joined.body.member.id as string };
  }

  const ask = async () => (await browse('POST', '/v3/sign-in/passkey-requests')).body;
  const signIn = async (passkey: SoftwarePasskey, wrong: Wrong = {}) =>
    browse('POST', '/v3/sign-in/passkey', passkey.answer(await ask(), wrong));

  return { browse, invite, accept, join, ask, signIn };
}
