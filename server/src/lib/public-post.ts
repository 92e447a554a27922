import type { IncomingHttpHeaders } from 'node:http';
import { type PublicOptions, readPublic, sendPublic } from './public-fetch.ts';

export interface PublicAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** Whether `body` is the complete response body. */
  isWhole: boolean;
}

/** Maximum response body; the rest is not read. */
const ANSWER_BYTES = 64 * 1024;

/**
 * Posts to a caller's address, with the checks of `fetchPublic`. Redirects are not followed. The whole response, or its
 * first 64 KiB, must arrive before the signal fires. @throws Error with a message that may be shown to the caller
 */
export async function postPublic(
  address: string,
  body: string,
  { headers, ...options }: PublicOptions & { headers: Record<string, string> },
): Promise<PublicAnswer> {
  const response = await sendPublic(new URL(address), 'posted to', options, {
    method: 'POST',
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    body,
  });
  const { bytes, isWhole } = await readPublic(response, ANSWER_BYTES, options);
  return { status: response.statusCode ?? 0, headers: response.headers, body: bytes, isWhole };
}
