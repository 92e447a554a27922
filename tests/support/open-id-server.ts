/** A complete OpenID Connect provider with one account, which can be made to lie. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import Provider from 'oidc-provider';

export const CLIENT = { id: 'visavis', secret: 'secret of visavis, at the provider' };
const KEY_ID = 'first';

export interface Account {
  sub: string;
  [claim: string]: unknown;
}
type Claims = Record<string, unknown>;
/** Returns what a lying provider sends instead of the ID token, given the correct claims. */
export type Lie = (claims: Claims) => Promise<string> | string;
/** Responds instead of the provider; returns false to leave the response to it. */
type Answers = (path: string, response: ServerResponse) => boolean;

export type OpenIdServer = Awaited<ReturnType<typeof startOpenIdServer>>;

/** @param redirectUri returns the only address to which people may be redirected */
export async function startOpenIdServer(redirectUri: () => string) {
  const own = await generateKeyPair('RS256', { extractable: true });
  const stranger = await generateKeyPair('RS256');
  const key = { ...(await exportJWK(own.privateKey)), kid: KEY_ID, alg: 'RS256', use: 'sig' };
  let account: Account = { sub: 'uma' };
  let lie: Lie | undefined;
  let answers: Answers = () => false;
  let refuses = false;
  let nonce = '';

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.statusCode = 500;
      response.end(String(error));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: ['http://localhost/'] }],
    jwks: { keys: [key] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ['of the test'] },
    pkce: { required: () => true },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => account }),
  });
  provider.Client.prototype.redirectUriAllowed = (uri) => uri === redirectUri();
  const whole = provider.callback();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url!, issuer);
    if (answers(pathname, response)) return;
    if (pathname === '/auth') nonce = searchParams.get('nonce') ?? nonce;
    if (pathname.startsWith('/interaction/')) return interact(request, response);
    if (pathname !== '/token' || !lie) {
      await whole(request, response);
      return;
    }
    const now = Math.floor(Date.now() / 1000);
    const right = { ...account, iss: issuer, aud: CLIENT.id, nonce, iat: now, exp: now + 300 };
    const body = { access_token: 'any', token_type: 'Bearer', expires_in: 300, id_token: await lie(right) };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  }

  /** Signs in and consents, or refuses, as the account's owner would. */
  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (refuses) return provider.interactionFinished(request, response, { error: 'access_denied' });
    const { prompt, params } = await provider.interactionDetails(request, response);
    if (prompt.name === 'login')
      return provider.interactionFinished(request, response, { login: { accountId: account.sub } });
    const grant = new provider.Grant({ accountId: account.sub, clientId: String(params.client_id) });
    grant.addOIDCScope('openid');
    const consent = { grantId: await grant.save() };
    return provider.interactionFinished(request, response, { consent }, { mergeWithLastSubmission: true });
  }

  const sign = (claims: Claims, by = own.privateKey) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: KEY_ID }).sign(by);

  return {
    issuer,
    sign,
    signAsStranger: (claims: Claims) => sign(claims, stranger.privateKey),
    /** @param next who signs in there @param tells returns a false token; by default a correct one is sent */
    be(next: Account, tells?: Lie): void {
      account = next;
      lie = tells;
      answers = () => false;
      refuses = false;
    },
    /** From now on, users refuse to consent. */
    refuse(): void {
      refuses = true;
    },
    answerWith(next: Answers): void {
      answers = next;
    },
    /** Follows the redirects from `url` through the provider as a browser would. Returns the address they end at. */
    async follow(url: string): Promise<string> {
      const jar = new Map<string, string>();
      for (let at = url; ; ) {
        if (!at.startsWith(issuer)) return at;
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
        const { headers, status } = await fetch(at, { redirect: 'manual', headers: { cookie } });
        for (const set of headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
          jar.set(name, value);
        }
        const location = headers.get('location');
        if (location === null) throw new Error(`the provider answers ${status} at ${at}`);
        at = new URL(location, at).href;
      }
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
