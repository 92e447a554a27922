import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { addressBlock } from '../lib/address-block.ts';
import { answerSocket } from '../lib/answer-socket.ts';
import { clientAddress, type Trust } from '../lib/client-address.ts';
import { CLIENT_HEADER } from './request-token.ts';
import type { DoorRefusal, RoomDoor } from './room-door.ts';

const HOST = '127.0.0.1';
/**
 * Limit of the room server's answer. It may be busy with a flood of others; clients of LiveKit give up by themselves after 15 s.
 */
const ANSWER_TIMEOUT_MS = 30_000;
/**
 * Headers that are about one connection and not about the request (RFC 9110, 7.6.1). `trailer` announces what we do not pass
 * on, and Node throws where such a request has no chunks; `expect` we have answered ourselves.
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
export interface RoomEntrance {
  readonly port: number;
  readonly door: Pick<RoomDoor, 'refusal'>;
}

/**
 * Hands an upgraded connection to the room server: replays the request's head, then pipes both ways.
 * For `server.on('upgrade', …)` of the public HTTP server. Never throws.
 */
export function proxyUpgrade(
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  { port, door }: RoomEntrance,
  trust: Trust,
): void {
  // Read now: the address of a client that hangs up meanwhile is gone.
  const client = clientOf(request, trust);
  const refusal = door.refusal(request, client);
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

/** Passes a plain request on, and its answer back. Never throws. */
export function proxyRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { port, door }: RoomEntrance,
  trust: Trust,
): void {
  // Browsers ask from any origin why a connection failed; without these headers they see no status.
  response.setHeader('access-control-allow-origin', request.headers.origin ?? '*');
  response.setHeader('vary', 'origin');
  response.setHeader('access-control-allow-headers', '*');
  if (request.method === 'OPTIONS') {
    response.writeHead(204).end();
    return;
  }
  const client = clientOf(request, trust);
  const refusal = door.refusal(request, client);
  if (refusal !== undefined) {
    refuse(request, response, refusal);
    return;
  }
  const headers = { ...request.headers };
  for (const name of OF_THE_CONNECTION) delete headers[name];
  headers[CLIENT_HEADER] = client;
  // The room server then reads what is left of a body that it refuses, instead of cutting its own answer off.
  headers.connection = 'keep-alive';
  // A connection of its own: one that others have used may be closed by the room server just when this request is written.
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
  // Without a length its bytes would be written as they are, and read as a further request.
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) {
    // A request that is refused by its head is refused before its body has come.
    upstream.flushHeaders();
    request.pipe(upstream);
  } else upstream.end();
}

/** Refuses a request; callers of the services read JSON. */
function refuse({ url }: IncomingMessage, response: ServerResponse, { status, message }: DoorRefusal): void {
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
