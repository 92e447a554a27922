import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_SECONDS } from '../domain/members/admission.ts';
import { OPEN_ID_SECONDS } from '../domain/members/open-id.ts';

/** How long a browser keeps each cookie; both are secrets of the same kind. */
const SECONDS = { session: SESSION_SECONDS, openid: OPEN_ID_SECONDS } as const;
const TOKEN = /^[\w-]{43}$/;
type Cookie = keyof typeof SECONDS;

const isSecure = ({ links }: FastifyRequest) => links.baseUrl.startsWith('https:');
/** Under https, neither pages on sibling domains nor pages over plain http can set a cookie with this prefix. */
const nameFor = (request: FastifyRequest, cookie: Cookie) =>
  `${isSecure(request) ? '__Host-' : ''}visavis-${cookie}`;

/** Returns the value of a cookie; `undefined` if there is none, or if a page of another origin sends the request. */
export function cookieOf(request: FastifyRequest, cookie: Cookie): string | undefined {
  const name = nameFor(request, cookie);
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const [key, value = ''] = part.trim().split('=', 2);
    if (key === name && TOKEN.test(value)) return isFromOwnPage(request) ? value : undefined;
  }
  return undefined;
}

export const sessionTokenOf = (request: FastifyRequest): string | undefined => cookieOf(request, 'session');

/**
 * Whether a page of this service makes the request, as far as the browser reports it. Needed besides `SameSite`,
 * because pages on other ports of this host, and on other names of this site, are same-site but need not be ours. A
 * request that changes something must have an `Origin`, which every browser then sends.
 */
export function isFromOwnPage({ headers, method, links }: FastifyRequest): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  if (site !== undefined && site !== 'same-origin') return false;
  if (origin === undefined) return method === 'GET' || method === 'HEAD';
  return origin === links.ownOrigin;
}

function send(request: FastifyRequest, reply: FastifyReply, cookie: Cookie, value: string, seconds: number) {
  const secure = isSecure(request) ? '; Secure' : '';
  const name = nameFor(request, cookie);
  reply.header(
    'set-cookie',
    `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`,
  );
}

/** Sets a cookie that no script can read, and that only pages of this service send. */
export const setCookie = (
  request: FastifyRequest,
  reply: FastifyReply,
  cookie: Cookie,
  value: string,
): void => send(request, reply, cookie, value, SECONDS[cookie]);

export const clearCookie = (request: FastifyRequest, reply: FastifyReply, cookie: Cookie): void =>
  send(request, reply, cookie, '', 0);
