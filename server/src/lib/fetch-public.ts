import { lookup as resolve } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-addresses.ts';

export interface FetchPublicOptions {
  maxBytes: number;
  timeoutMs?: number;
  maxRedirects?: number;
}

/** What went wrong, in words that may be told to whoever gave the URL. */
export class FetchPublicError extends Error {
  override readonly name = 'FetchPublicError';
}

/**
 * GETs an https URL that a stranger gave: public addresses only, checked at the moment of connecting (a name may
 * resolve to something else a second later) and again at every redirect; bounded in size and time.
 * @throws FetchPublicError
 */
export async function fetchPublic(url: string, options: FetchPublicOptions): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(options.timeoutMs ?? 10_000);
  let next = url;
  for (let redirects = options.maxRedirects ?? 3; ; redirects--) {
    const answer = await get(next, signal);
    const location = answer.headers.location;
    const status = answer.statusCode ?? 0;
    if (status >= 300 && status < 400 && location) {
      answer.destroy();
      if (redirects <= 0) throw new FetchPublicError('it redirects too often');
      if (!URL.canParse(location, next)) throw new FetchPublicError('it redirects to nowhere');
      next = new URL(location, next).href;
      continue;
    }
    if (status !== 200) {
      answer.destroy();
      throw new FetchPublicError(`the server answered ${status}`);
    }
    return readBounded(answer, options.maxBytes);
  }
}

function get(url: string, signal: AbortSignal): Promise<IncomingMessage> {
  const target = new URL(url);
  if (target.protocol !== 'https:') throw new FetchPublicError('only https addresses are fetched');
  if (target.username || target.password) throw new FetchPublicError('the address may not hold credentials');
  const literal = target.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) && !isPublicAddress(literal)) throw new FetchPublicError('its address is not public');
  return new Promise((settle, reject) => {
    request(
      target,
      { lookup: lookupPublic, signal, headers: { accept: '*/*', 'user-agent': 'visavis' } },
      settle,
    )
      .on('error', (error) => reject(explain(error, signal)))
      .end();
  });
}

/** The system's resolver, without the addresses that are not public. */
const lookupPublic: LookupFunction = (hostname, options, done) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, '');
    const allowed = addresses.filter(({ address }) => isPublicAddress(address));
    if (allowed.length === 0) return done(new FetchPublicError('its address is not public'), '');
    if (options.all) done(null, allowed);
    else done(null, allowed[0]!.address, allowed[0]!.family);
  });
};

async function readBounded(answer: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  const tooLarge = new FetchPublicError(`it is larger than ${maxBytes} bytes`);
  if (Number(answer.headers['content-length'] ?? 0) > maxBytes) {
    answer.destroy();
    throw tooLarge;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw tooLarge;
      chunks.push(chunk);
    }
  } catch (error) {
    throw error === tooLarge ? error : new FetchPublicError('the answer broke off');
  }
  return Buffer.concat(chunks);
}

function explain(error: Error & { code?: string }, signal: AbortSignal): Error {
  if (error instanceof FetchPublicError) return error;
  if (signal.aborted) return new FetchPublicError('the server did not answer in time');
  return new FetchPublicError(`the server could not be reached (${error.code ?? 'connection failed'})`);
}
