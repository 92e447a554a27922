import type http from 'node:http';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { contentEncodingOf, WHOLE_FRAMING_PER_BYTE } from './bound-answer.ts';
import { sendBounded } from './bounded-request.ts';
import { BoundedTlsAgent, type BoundedTlsOptions } from './bounded-tls.ts';
import { type LookupOptions, lookUpName } from './look-up-name.ts';
import { readUpTo } from './read-up-to.ts';
import { USER_AGENT } from './user-agent.ts';

const MAX_REDIRECTS = 3;
/** Each request has a connection of its own. */
const singleUseAgent = new BoundedTlsAgent({ maxCachedSessions: 0 });

export interface PublicOptions extends Pick<LookupOptions, 'owner'> {
  /** Only `https:` by default. */
  protocols?: readonly string[];
  /** Which addresses may be connected to; by default those of the public internet. */
  isAllowed?: (address: string) => boolean;
  signal: AbortSignal;
}

export interface PublicFetchOptions extends Omit<PublicOptions, 'signal'> {
  /** Timeout of the whole fetch, including redirects. Default 10 s. */
  timeoutMs?: number;
  /** Whether a redirect to this address is followed; by default all are. */
  follows?: (to: URL) => boolean;
  /** Whether a response with this `Content-Type` is accepted; otherwise its body is not read. */
  accepts?: (contentType: string) => boolean;
  signal?: AbortSignal;
}

export interface Fetched {
  bytes: Uint8Array;
  contentType: string;
  /** The final address, after redirects. */
  url: string;
}

/** The server answered with a status other than 200. */
export class OtherStatusError extends Error {
  override readonly name = 'OtherStatusError';
  readonly status: number;

  constructor(status: number) {
    super(`the server answered ${status}`);
    this.status = status;
  }
}

/** The server redirects to an address that `follows` rejects. */
export class RedirectedAwayError extends Error {
  override readonly name = 'RedirectedAwayError';
  readonly to: URL;

  constructor(to: URL) {
    super(`the server redirects to ${to.host}`);
    this.to = to;
  }
}

/** The response has a type that `accepts` rejects. */
export class OtherTypeError extends Error {
  override readonly name = 'OtherTypeError';
}

/**
 * Fetches a caller's address without giving it access to the service's private network: every resolved IP address is
 * checked at the moment of connecting (so that DNS rebinding does not help), and so is every redirect. @throws Error
 * with a message that may be shown to the caller
 */
export async function fetchPublic(
  url: string,
  maxBytes: number,
  options: PublicFetchOptions,
): Promise<Fetched> {
  const { timeoutMs = 10_000, accepts = () => true, follows = () => true } = options;
  const deadline = AbortSignal.timeout(timeoutMs);
  const signal = options.signal ? AbortSignal.any([deadline, options.signal]) : deadline;
  let next = new URL(url);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const answer = await request(next, maxBytes, { ...options, signal }, accepts);
    if (!(answer instanceof URL)) return answer;
    if (!follows(answer)) throw new RedirectedAwayError(answer);
    next = answer;
  }
  throw new Error('too many redirects');
}

/**
 * Does the checks that are possible before connecting; `allowedLookup` does the rest. @throws Error with a message that
 * may be shown to the caller
 */
export function refuseForbidden(
  { protocol, hostname }: URL,
  protocols: readonly string[],
  isAllowed: (address: string) => boolean,
  purpose: 'fetched' | 'posted to' | 'connected to',
): void {
  if (!protocols.includes(protocol))
    throw new Error(`only ${protocols.join(' ')} addresses can be ${purpose}`);
  const host = hostname.replace(/^\[|\]$/g, '');
  // For a literal address there is no lookup.
  if (isIP(host) && !isAllowed(host)) throw new Error('the address is not public');
}

async function request(
  url: URL,
  maxBytes: number,
  options: PublicOptions,
  accepts: (contentType: string) => boolean,
): Promise<Fetched | URL> {
  // Some image hosts refuse clients without a User-Agent.
  const response = await sendPublic(url, 'fetched', options, { headers: { 'user-agent': USER_AGENT } });
  try {
    const target = redirectOf(response, url);
    if (target) return target;
    const { statusCode = 0, headers } = response;
    if (statusCode !== 200) throw new OtherStatusError(statusCode);
    const encoding = contentEncodingOf(response);
    if (encoding !== undefined)
      throw new Error(`the response is compressed (${encoding}), which was not requested`);
    const contentType = headers['content-type'] ?? '';
    if (!accepts(contentType)) {
      const type = contentType && `its content type is ${contentType.slice(0, 100)}`;
      throw new OtherTypeError(type || 'it has no content type');
    }
    const { bytes, isWhole } = await readPublic(response, maxBytes, options);
    if (!isWhole) throw new Error(`it is larger than ${maxBytes} bytes`);
    return { bytes, contentType, url: url.href };
  } finally {
    response.destroy();
  }
}

/** Returns where a response redirects to, if it does. */
function redirectOf({ statusCode = 0, headers }: http.IncomingMessage, asked: URL): URL | undefined {
  const { location } = headers;
  if (statusCode < 300 || statusCode >= 400 || !location) return undefined;
  if (!URL.canParse(location, asked.href)) throw new Error('the server redirects without a valid address');
  return new URL(location, asked.href);
}

/**
 * Sends a request to a caller's address, over a connection of its own. Its response is read with `readPublic`.
 * @throws Error with a message that may be shown to the caller
 */
export async function sendPublic(
  url: URL,
  purpose: 'fetched' | 'posted to',
  { owner, signal, protocols = ['https:'], isAllowed = isPublicAddress }: PublicOptions,
  { headers, body, ...request }: { method?: 'POST'; headers: Record<string, string>; body?: string },
): Promise<http.IncomingMessage> {
  refuseForbidden(url, protocols, isAllowed, purpose);
  const options: BoundedTlsOptions = {
    ...request,
    owner,
    until: signal,
    headers: { ...headers, 'accept-encoding': 'identity' },
    lookup: allowedLookup(isAllowed, { owner, signal }),
    signal,
    agent: url.protocol === 'https:' && singleUseAgent,
  };
  return explaining(sendBounded(url, options, body, WHOLE_FRAMING_PER_BYTE), signal);
}

/** Reads at most `maxBytes` of the body. @throws Error with a message that may be shown to the caller */
export const readPublic = (
  response: http.IncomingMessage,
  maxBytes: number,
  { signal }: Pick<PublicOptions, 'signal'>,
) => explaining(readUpTo(response, maxBytes), signal);

const explaining = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  work.catch((error: unknown) => {
    throw toPublicError(error, signal);
  });

/** The same error for an unknown name and for a private address, so that private names are not revealed. */
class NoPublicAddress extends Error {}

/** Creates a lookup function that checks every address that a name resolves to, at the moment of connecting. */
export function allowedLookup(
  isAllowed: (address: string) => boolean,
  lookup: LookupOptions,
): LookupFunction {
  const look = callbackify(async (hostname: string) => {
    const addresses = await lookUpName(hostname, lookup).catch((cause: unknown) => {
      throw new NoPublicAddress('', { cause });
    });
    if (!addresses.every(({ address }) => isAllowed(address))) throw new NoPublicAddress();
    return addresses;
  });
  return (hostname, { all }, done) =>
    look(hostname, (error, addresses) => {
      const first = addresses?.[0];
      if (error || !first) done(error, '', 4);
      else if (all) done(null, addresses);
      else done(null, first.address, first.family);
    });
}

/** Replaces an error by a message of our own: system error messages would reveal details of the private network. */
export function toPublicError(error: unknown, signal: AbortSignal): Error {
  if (signal.aborted) return new Error('it took too long');
  if (error instanceof NoPublicAddress) return new Error('the host name has no public address');
  return new Error('the server could not be reached');
}

/** IANA special-purpose registries: everything that is not the public internet. */
const special = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  special.addSubnet(network, prefix, 'ipv4');
}
/** Only 2000::/3 is allocated; within it these are special (Teredo, documentation, 6to4). */
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  special.addSubnet(network, prefix, 'ipv6');
}

export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !special.check(address, 'ipv4');
    case 6:
      return globalUnicast.check(address, 'ipv6') && !special.check(address, 'ipv6');
    default:
      return false;
  }
}
