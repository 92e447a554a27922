import http from 'node:http';
import https from 'node:https';
import { boundAnswer, packingOf } from './bound-answer.ts';
import { BoundedTlsAgent, type BoundedTlsOptions } from './bounded-tls.ts';
import { allowedLookup, inWords, isPublicAddress, refuseForbidden } from './public-fetch.ts';
import { USER_AGENT } from './user-agent.ts';

/** Shared with nothing else: an open connection is used again without a lookup, so each must have been checked when it was opened. */
const checkedAgent = new BoundedTlsAgent({ keepAlive: true, timeout: 30_000 });
/** Servers of speech and language close a connection that nobody uses for five seconds; one that is just being closed fails. */
const anyAgents = {
  http: new http.Agent({ keepAlive: true, timeout: 4_000 }),
  https: new BoundedTlsAgent({ keepAlive: true, timeout: 4_000 }),
};
/** Answers with these statuses have no body, and `Response` takes none for them. */
const BODILESS = [204, 205, 304];
const REDIRECTS = [300, 301, 302, 303, 307, 308];
/** Headers of an answer that callers read. */
const KEPT_HEADERS = ['content-type', 'retry-after', 'x-sample-rate'];

/** The server answered in a way that is not taken, and will again. */
export class RefusedAnswerError extends Error {
  override readonly name = 'RefusedAnswerError';
}

/**
 * As `fetch`, for requests with a secret, and for servers that may be hostile. Follows no redirect: the secret would go where
 * it leads. Takes no packed answer, and none that is hardly anything but its framing. `publicFor` is the organization that
 * named the address, where it is asked over https and the public internet alone: of a name every address is checked at the
 * moment of connecting. @throws RefusedAnswerError; Error with a message that may be shown to that organization; or the
 * signal's reason
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
  // With its length: some servers take no body without it.
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
  const send = isSecure ? https.request : http.request;
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      if (signal.aborted) reject(signal.reason);
      else reject(publicFor === undefined ? error : inWords(error, signal));
    };
    const sent = send(address, options, (response) => {
      const { statusCode: status = 0, headers: answered } = response;
      const refusal = refusalOf(response, address);
      // `Response` throws at other statuses, and what is thrown here ends the process.
      if (refusal !== undefined || status < 200 || status > 599) {
        reject(refusal ? new RefusedAnswerError(refusal) : new Error(`the server answered ${status}`));
        sent.destroy();
        return;
      }
      const shown = KEPT_HEADERS.flatMap((name): [string, string][] =>
        answered[name] === undefined ? [] : [[name, String(answered[name])]],
      );
      const hasBody = !BODILESS.includes(status);
      if (!hasBody) response.resume();
      // Who has answered and does not read on would keep the rest of the request, and its connection, for ever.
      response.once('end', () => {
        if (!sent.writableFinished) sent.destroy();
      });
      resolve(new Response(hasBody ? bodyOf(response) : null, { status, headers: shown }));
    });
    boundAnswer(sent);
    sent.on('error', fail);
    sent.end(body);
  });
}

/**
 * The body in the pieces that the network brings, of however many chunks each consists: a piece costs its readers the same,
 * be it of a single byte.
 */
function bodyOf(response: http.IncomingMessage): ReadableStream<Uint8Array> {
  // Or it would flow to whoever counts its bytes, chunk by chunk.
  response.pause();
  // Reads all that has come at once, which `Readable.toWeb` does not.
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

/** Why an answer is not taken. */
function refusalOf(response: http.IncomingMessage, asked: URL): string | undefined {
  const { statusCode: status = 0, headers } = response;
  if (REDIRECTS.includes(status)) {
    const { location = '' } = headers;
    const to = URL.canParse(location, asked.href) ? new URL(location, asked.href) : undefined;
    // Other schemes have no origin.
    const place = to?.host ? to.origin : to?.protocol;
    const where = place && place !== asked.origin ? place : 'another path';
    return `it redirects (HTTP ${status}) to ${where}, and redirects are not followed: set the address that it leads to`;
  }
  const packing = packingOf(response);
  return packing && `the answer is packed (${packing}), which was not asked for`;
}
