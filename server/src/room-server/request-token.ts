import type { IncomingMessage } from 'node:http';

/** The header in which the proxy states the client's address block. */
export const CLIENT_HEADER = 'x-visavis-client';

/** Returns the URL of a request. Clients request `//rtc` if their base address ends in a slash. */
export function urlOf(request: IncomingMessage): URL {
  return new URL((request.url ?? '/').replace(/^\/{2,}/, '/'), 'http://localhost');
}

/** Returns a request's token: `access_token` in the query (browsers) or the Authorization header; empty if absent. */
export function tokenOf({ headers }: IncomingMessage, url: URL): string {
  return url.searchParams.get('access_token') ?? headers.authorization?.replace(/^Bearer\s+/i, '') ?? '';
}
