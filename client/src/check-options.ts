import type { ClientOptions } from './client-options.ts';

const CREDENTIALS = ['apiKey', 'token', 'adminToken'] as const;

/** Rejects options with which no call can succeed. @throws TypeError that says what is needed */
export function checkOptions(options: ClientOptions): void {
  const { baseUrl } = options;
  const wanted = 'baseUrl is the address of the service';
  // In a browser it may be relative to the page, like any address passed to `fetch`.
  const { location } = globalThis as Partial<typeof globalThis>;
  const url = URL.canParse(baseUrl, location?.href) ? new URL(baseUrl, location?.href) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new TypeError(
      `${wanted}, such as https://avatars.example.com or http://localhost:8080, not ${JSON.stringify(baseUrl)}`,
    );
  if (/\/v[13]\/*$/.test(baseUrl)) throw new TypeError(`${wanted}, without /v1 or /v3, not ${baseUrl}`);
  // Not shown: it may hold a password.
  if (/[?#]/.test(baseUrl) || url.username !== '')
    throw new TypeError(`${wanted}, without a user name, a query or a fragment`);
  const named = CREDENTIALS.filter((name) => name in options);
  if (named.length > 0 && named.every((name) => !options[name]))
    throw new TypeError(
      `${named.join(' and ')} has no value. Leave it out to call without a credential, which only the health check allows.`,
    );
}
