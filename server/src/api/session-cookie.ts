import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_SECONDS } from '../domain/members/admission.ts';
import { OPEN_ID_SECONDS } from '../domain/members/open-id.ts';

/** How long a browser keeps each; both are secrets of the same kind. */
const SECONDS = { session: SESSION_SECONDS, openid: OPEN_ID_SECONDS } as const;
const TOKEN = /^[\w-]{43}$/;
type Cookie = keyof typeof SECONDS;

const isSecure = ({ links }: FastifyRequest) => links.baseUrl.startsWith('https:');
/** Under https no page of a neighbouring name, and none of plain http, can set a cookie with this prefix. */
const nameFor = (request: FastifyRequest, cookie: Cookie) =>
  `${isSecure(request) ? '__Host-' : ''}visavis-${cookie}`;

/** Returns the value of the request's cookie; `undefined` without one, or if a page of another origin sends the request. */
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
 * Whether a page of ours makes the request, as far as a browser says so. Beside `SameSite`, since pages at other ports of
 * this host, and at other names of this site, are of the same site and need not be ours. What changes something must come
 * with an `Origin`, which every browser sends then.
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

/** Adds a cookie that no script can read, and that is sent along by pages of this service alone. */
export const setCookie = (
  request: FastifyRequest,
  reply: FastifyReply,
  cookie: Cookie,
  value: string,
): void => send(request, reply, cookie, value, SECONDS[cookie]);

export const clearCookie = (request: FastifyRequest, reply: FastifyReply, cookie: Cookie): void =>
  send(request, reply, cookie, '', 0);
