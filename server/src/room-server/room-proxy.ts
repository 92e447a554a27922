import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { addressBlock } from '../lib/address-block.ts';
import { answerSocket } from '../lib/answer-socket.ts';
import { clientAddress, type Trust } from '../lib/client-address.ts';
import type { RequestFilter, RequestRefusal } from './request-filter.ts';
import { CLIENT_HEADER } from './request-token.ts';

const HOST = '127.0.0.1';
/** The room server's timeout; it may be busy with a flood of requests. LiveKit's clients give up after 15 s. */
const ANSWER_TIMEOUT_MS = 30_000;
/**
 * Headers that concern one connection and not the request (RFC 9110, 7.6.1). `trailer` announces fields that we do not
 * forward, and Node throws if such a request is not chunked. `expect` has already been answered here.
 */
const OF_THE_CONNECTION = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'expect',
  'upgrade',
  'http2-settings',
];

/** Whether a request belongs to the room server: signalling, agent workers, or its services. */
export function isRoomPath(url: string | undefined): boolean {
  return url !== undefined && /^\/+(?:rtc(?:[/?]|$)|agent(?:[/?]|$)|twirp\/)/.test(url);
}

/** The address of the room server, and the check of who may reach it. */
export interface RoomUpstream {
  readonly port: number;
  readonly filter: Pick<RequestFilter, 'refusal'>;
}

/**
 * Forwards an upgrade to the room server: sends it the head of the request, then pipes in both directions. For
 * `server.on('upgrade', …)` of the public HTTP server. Never throws.
 */
export function proxyUpgrade(
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  { port, filter }: RoomUpstream,
  trust: Trust,
): void {
  // Read now, because the address is no longer available once the client has hung up.
  const client = clientOf(request, trust);
  const refusal = filter.refusal(request, client);
  if (refusal !== undefined) {
    answerSocket(socket, refusal.status, {
      headers: { 'content-type': 'text/plain' },
      body: refusal.message,
    });
    return;
  }
  const upstream = connect({ host: HOST, port });
  let answered = false;
  upstream.setTimeout(ANSWER_TIMEOUT_MS, () => upstream.destroy());
  upstream.on('error', () => upstream.destroy());
  upstream.once('close', () => {
    if (answered || !socket.writable) socket.destroy();
    else answerSocket(socket, 502);
  });
  socket.on('error', () => socket.destroy());
  socket.on('close', () => upstream.destroy());
  upstream.once('connect', () => {
    upstream.setNoDelay(true);
    upstream.write(headOf(request, client));
    if (head.length > 0) upstream.write(head);
    upstream.once('data', () => {
      answered = true;
      // From now on the room server detects dead connections by its own pings.
      upstream.setTimeout(0);
    });
    // pipe() carries back-pressure; end() follows when one side is done.
    socket.pipe(upstream);
    upstream.pipe(socket);
  });
}

/** Forwards a plain request, and its answer back. Never throws. */
export function proxyRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { port, filter }: RoomUpstream,
  trust: Trust,
): void {
  // Pages of any origin call `/rtc/validate` after a failure; without these headers browsers hide the status.
  response.setHeader('access-control-allow-origin', request.headers.origin ?? '*');
  response.setHeader('vary', 'origin');
  response.setHeader('access-control-allow-headers', '*');
  if (request.method === 'OPTIONS') {
    response.writeHead(204).end();
    return;
  }
  const client = clientOf(request, trust);
  const refusal = filter.refusal(request, client);
  if (refusal !== undefined) {
    refuse(request, response, refusal);
    return;
  }
  const headers = { ...request.headers };
  for (const name of OF_THE_CONNECTION) delete headers[name];
  headers[CLIENT_HEADER] = client;
  // Makes the room server read the rest of a body that it refuses, instead of cutting off its own answer.
  headers.connection = 'keep-alive';
  // Use a new connection: the room server might close a reused one just as this request is written.
  const upstream = httpRequest(
    { agent: false, host: HOST, port, method: request.method, path: request.url, headers },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      answer.on('error', () => response.destroy());
    },
  );
  upstream.setTimeout(ANSWER_TIMEOUT_MS, () =>
    upstream.destroy(new Error('the room server did not answer in time')),
  );
  upstream.on('error', () => {
    if (response.headersSent) response.destroy();
    else response.writeHead(502, { 'content-length': '0' }).end();
  });
  response.on('close', () => upstream.destroy());
  // Without a length the bytes would be written unframed, and be read as a further request.
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) {
    // Lets the room server refuse a request by its headers before the body has arrived.
    upstream.flushHeaders();
    request.pipe(upstream);
  } else upstream.end();
}

/** Refuses a request. Callers of the services expect JSON. */
function refuse(
  { url }: IncomingMessage,
  response: ServerResponse,
  { status, message }: RequestRefusal,
): void {
  if (!/^\/+twirp\//.test(url ?? '')) {
    response.writeHead(status, { 'content-type': 'text/plain' }).end(message);
    return;
  }
  const code = status === 401 ? 'unauthenticated' : 'resource_exhausted';
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ code, msg: message }));
}

function clientOf(request: IncomingMessage, trust: Trust): string {
  return addressBlock(clientAddress(request, trust));
}

function headOf(request: IncomingMessage, client: string): string {
  const lines = [
    `${request.method ?? 'GET'} ${request.url ?? '/'} HTTP/${request.httpVersion}`,
    `${CLIENT_HEADER}: ${client}`,
  ];
  for (let index = 0; index + 1 < request.rawHeaders.length; index += 2) {
    const name = request.rawHeaders[index]!;
    if (name.toLowerCase() !== CLIENT_HEADER) lines.push(`${name}: ${request.rawHeaders[index + 1]}`);
  }
  return `${lines.join('\r\n')}\r\n\r\n`;
}
