import http from 'node:http';
import https from 'node:https';
import { boundAnswer, WHOLE_FRAMING_PER_BYTE } from './bound-answer.ts';
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
      // One buffer, because a separate one per one-byte chunk would take hundreds of bytes.
      const body = Buffer.alloc(ANSWER_BYTES);
      let size = 0;
      const answer = (isWhole: boolean) =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: body.subarray(0, size),
          isWhole,
        });
      response.on('data', (chunk: Buffer) => {
        const copied = chunk.copy(body, size);
        size += copied;
        if (copied === chunk.length) return;
        answer(false);
        sent.destroy();
      });
      response.on('end', () => {
        answer(true);
        // Otherwise the rest of a large body would stay in memory while the server does not read it.
        if (!sent.writableFinished) sent.destroy();
      });
      response.on('error', fail);
    });
    boundAnswer(sent, WHOLE_FRAMING_PER_BYTE);
    sent.on('error', fail);
    sent.end(body);
  });
}
