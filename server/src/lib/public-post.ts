import http from 'node:http';
import https from 'node:https';
import { boundAnswer } from './bound-answer.ts';
import { BoundedTlsAgent, type BoundedTlsOptions } from './bounded-tls.ts';
import type { LookupOptions } from './look-up-name.ts';
import { allowedLookup, isPublicAddress, refuseForbidden, toPublicError } from './public-fetch.ts';

export interface PublicPostOptions extends Pick<LookupOptions, 'owner'> {
  headers: Record<string, string>;
  signal: AbortSignal;
  /** Only `https:` by default. */
  protocols?: readonly string[];
  /** Which addresses may be connected to; by default those of the public internet. */
  isAllowed?: (address: string) => boolean;
}

export interface PublicAnswer {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
  /** Whether `body` is the complete response body. */
  isWhole: boolean;
}

/** Each message has a connection of its own. */
const agent = new BoundedTlsAgent({ maxCachedSessions: 0 });
/** Maximum response body; the rest is not read. */
const ANSWER_BYTES = 64 * 1024;

/**
 * Posts to a caller's address, with the checks of `fetchPublic`. Redirects are not followed. The whole response, or its
 * first 64 KiB, must arrive before the signal fires. @throws Error with a message that may be shown to the caller
 */
export async function postPublic(
  address: string,
  body: string,
  { owner, headers, signal, protocols = ['https:'], isAllowed = isPublicAddress }: PublicPostOptions,
): Promise<PublicAnswer> {
  const url = new URL(address);
  refuseForbidden(url, protocols, isAllowed, 'posted to');
  const isSecure = url.protocol === 'https:';
  const { request } = isSecure ? https : http;
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => reject(toPublicError(error, signal));
    const options: BoundedTlsOptions = {
      owner,
      until: signal,
      method: 'POST',
      headers: {
        ...headers,
        'accept-encoding': 'identity',
        'content-length': String(Buffer.byteLength(body)),
      },
      lookup: allowedLookup(isAllowed, { owner, signal }),
      signal,
      agent: isSecure && agent,
    };
    const sent = request(url, options, (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      const answer = (isWhole: boolean) =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).subarray(0, ANSWER_BYTES),
          isWhole,
        });
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size <= ANSWER_BYTES) return;
        answer(false);
        sent.destroy();
      });
      response.on('end', () => answer(true));
      response.on('error', fail);
    });
    boundAnswer(sent);
    sent.on('error', fail);
    sent.end(body);
  });
}
