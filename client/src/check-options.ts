import type { ClientOptions } from './client-options.ts';

const CREDENTIALS = ['apiKey', 'token', 'adminToken'] as const;

/** Rejects options with which no call can succeed. @throws TypeError that says how to fix them */
export function checkOptions(options: ClientOptions): void {
  const { baseUrl } = options;
  const hint = 'baseUrl is the address of the service';
  // In a browser it may be relative to the page, like any address passed to `fetch`.
  const { location } = globalThis as Partial<typeof globalThis>;
  const url = URL.canParse(baseUrl, location?.href) ? new URL(baseUrl, location?.href) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new TypeError(
      `${hint}, such as https://avatars.example.com or http://localhost:8080, not ${JSON.stringify(baseUrl)}`,
    );
  if (/\/v[13]\/*$/.test(baseUrl)) throw new TypeError(`${hint}, without /v1 or /v3, not ${baseUrl}`);
  // The address is not shown, because it may contain a password.
  if (/[?#]/.test(baseUrl) || url.username !== '')
    throw new TypeError(`${hint}, without a user name, a query or a fragment`);
  const passed = CREDENTIALS.filter((name) => name in options);
  if (passed.length > 0 && passed.every((name) => !options[name]))
    throw new TypeError(
      `${passed.join(' and ')} has no value. Leave it out to call without a credential, which only the health check allows.`,
    );
}
