import http from 'node:http';
import { contentEncodingOf } from './bound-answer.ts';
import { sendBounded } from './bounded-request.ts';
import { BoundedTlsAgent, type BoundedTlsOptions } from './bounded-tls.ts';
import { allowedLookup, isPublicAddress, refuseForbidden, toPublicError } from './public-fetch.ts';
import { USER_AGENT } from './user-agent.ts';

/** Separate: a kept-alive connection is reused without a lookup, so its address must have been checked on opening. */
const checkedAgent = new BoundedTlsAgent({ keepAlive: true, timeout: 30_000 });
/** Speech and language servers close connections after five idle seconds; a request on a closing one fails. */
const anyAgents = {
  http: new http.Agent({ keepAlive: true, timeout: 4_000 }),
  https: new BoundedTlsAgent({ keepAlive: true, timeout: 4_000 }),
};
/** Responses with these statuses have no body, and the `Response` constructor accepts none. */
const BODILESS = [204, 205, 304];
const REDIRECTS = [300, 301, 302, 303, 307, 308];
/** Response headers that callers read. */
const KEPT_HEADERS = ['content-type', 'retry-after', 'x-sample-rate'];

/** The server sent a response that is not accepted, and will do so again. */
export class RefusedAnswerError extends Error {
  override readonly name = 'RefusedAnswerError';
}

/**
 * Like `fetch`, for requests with a secret, and for servers that may be hostile. Follows no redirect, as the secret
 * would go to its target. Rejects compressed responses, and those that consist mostly of framing.
 * @param publicFor the organization that configured the address; if set, only https and public addresses are allowed,
 * and every address of a name is checked at the moment of connecting
 * @throws RefusedAnswerError; Error with a message that may be shown to that organization; or the signal's reason
 */
export async function boundedFetch(
  url: string,
  init: RequestInit & { signal: AbortSignal },
  publicFor?: string,
): Promise<Response> {
  const request = new Request(url, init);
  const { method, headers } = request;
  const { signal } = init;
  const address = new URL(url);
  // Buffered so that its length is known: some servers accept no body without a length.
  const body = typeof init.body === 'string' ? init.body : Buffer.from(await request.arrayBuffer());
  const isSecure = address.protocol === 'https:';
  if (publicFor !== undefined) refuseForbidden(address, ['https:'], isPublicAddress, 'connected to');
  const owner = publicFor ?? address.host;
  const options: BoundedTlsOptions = {
    owner,
    until: signal,
    method,
    headers: {
      accept: '*/*',
      'user-agent': USER_AGENT,
      ...Object.fromEntries(headers),
      'accept-encoding': 'identity',
      ...(init.body && { 'content-length': String(Buffer.byteLength(body)) }),
    },
    signal,
    ...(publicFor === undefined
      ? { agent: isSecure ? anyAgents.https : anyAgents.http }
      : { agent: checkedAgent, lookup: allowedLookup(isPublicAddress, { owner, signal }) }),
  };
  const response = await sendBounded(address, options, body).catch((error: unknown) => {
    if (signal.aborted) throw signal.reason;
    throw publicFor === undefined ? error : toPublicError(error, signal);
  });
  const { statusCode: status = 0, headers: answered } = response;
  const refusal = refusalOf(response, address);
  // `Response` throws for other statuses.
  if (refusal !== undefined || status < 200 || status > 599) {
    response.destroy();
    throw refusal ? new RefusedAnswerError(refusal) : new Error(`the server answered ${status}`);
  }
  const shown = KEPT_HEADERS.flatMap((name): [string, string][] =>
    answered[name] === undefined ? [] : [[name, String(answered[name])]],
  );
  const hasBody = !BODILESS.includes(status);
  if (!hasBody) response.resume();
  return new Response(hasBody ? bodyOf(response) : null, { status, headers: shown });
}

/**
 * Returns the body in the pieces that the network delivers, regardless of its chunks: readers pay the same for each
 * piece, even for one of a single byte.
 */
function bodyOf(response: http.IncomingMessage): ReadableStream<Uint8Array> {
  // Reads everything that has arrived in one go, unlike `Readable.toWeb`.
  const pieces = response[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel() {
      response.destroy();
    },
  });
}

/** Returns why a response is rejected; `undefined` if it is accepted. */
function refusalOf(response: http.IncomingMessage, asked: URL): string | undefined {
  const { statusCode: status = 0, headers } = response;
  if (REDIRECTS.includes(status)) {
    const { location = '' } = headers;
    const to = URL.canParse(location, asked.href) ? new URL(location, asked.href) : undefined;
    // Other schemes have no origin.
    const place = to?.host ? to.origin : to?.protocol;
    const where = place && place !== asked.origin ? place : 'another path';
    return `it redirects (HTTP ${status}) to ${where}, and redirects are not followed: set the target of the redirect as the address`;
  }
  const encoding = contentEncodingOf(response);
  return encoding && `the response is compressed (${encoding}), which was not requested`;
}
