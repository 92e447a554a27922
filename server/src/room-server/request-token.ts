import type { IncomingMessage } from 'node:http';

/** Where the proxy writes whose request it is: the client's block of addresses. */
export const CLIENT_HEADER = 'x-visavis-client';

/** A base address that ends in a slash makes clients ask for `//rtc`. */
export function urlOf(request: IncomingMessage): URL {
  return new URL((request.url ?? '/').replace(/^\/{2,}/, '/'), 'http://localhost');
}

/** The token of a request: `access_token` in the query (browsers) or an Authorization header; empty where it has none. */
export function tokenOf({ headers }: IncomingMessage, url: URL): string {
  return url.searchParams.get('access_token') ?? headers.authorization?.replace(/^Bearer\s+/i, '') ?? '';
}
