import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_SECONDS } from '../domain/members/sign-in.ts';

/** Under https no page of a neighbouring name, and none of plain http, can set a cookie with this prefix. */
const NAMES = { https: '__Host-visavis-session', http: 'visavis-session' } as const;
const TOKEN = /^[\w-]{43}$/;

const isSecure = ({ links }: FastifyRequest) => links.baseUrl.startsWith('https:');
const nameFor = (request: FastifyRequest) => NAMES[isSecure(request) ? 'https' : 'http'];

/** Returns the session token in the request's cookie; `undefined` without one, or if a page of another origin sends the request. */
export function sessionTokenOf(request: FastifyRequest): string | undefined {
  const name = nameFor(request);
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const [key, value = ''] = part.trim().split('=', 2);
    if (key === name && TOKEN.test(value)) return isFromOwnPage(request) ? value : undefined;
  }
  return undefined;
}

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

const cookie = (request: FastifyRequest, value: string, seconds: number) =>
  `${nameFor(request)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isSecure(request) ? '; Secure' : ''}`;

export const setSessionCookie = (request: FastifyRequest, reply: FastifyReply, token: string): void =>
  void reply.header('set-cookie', cookie(request, token, SESSION_SECONDS));

export const clearSessionCookie = (request: FastifyRequest, reply: FastifyReply): void =>
  void reply.header('set-cookie', cookie(request, '', 0));
