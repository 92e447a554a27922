import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { VisavisApiError, VisavisConnectionError } from '@visavis/client';
import { decodeJwt } from 'jose';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mintAvatarToken } from './avatar-token.ts';
import { type SessionRequest, SessionService } from './session-service.ts';

interface Seen {
  line: string;
  headers: IncomingMessage['headers'];
  body: unknown;
}

const PROBLEM = { 'content-type': 'application/problem+json' };

let server: Server;
let url: string;
let seen: Seen[];
/** The service's answers, one after another; `undefined` cuts the connection. */
let answers: ({ status: number; body: unknown } | undefined)[];

beforeEach(async () => {
  seen = [];
  answers = [];
  server = createServer((request, response) => {
    void (async () => {
      const body = request.method === 'POST' ? await json(request) : undefined;
      seen.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
      const answer = answers.shift();
      if (!answer) response.destroy();
      else
        response
          .writeHead(answer.status, answer.status < 300 ? {} : PROBLEM)
          .end(JSON.stringify(answer.body));
    })();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const request: SessionRequest = {
  name: 'A call',
  avatar: { id: 'avt_1' },
  remoteAgentConnectingIdentity: { identity: 'agent' },
};
const service = () => new SessionService({ apiUrl: `${url}/`, apiKey: 'vv_key' }, 1);
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail('it went well'),
    (error: unknown) => error as VisavisApiError,
  );

test('asks with the key and hands on the answer', async () => {
  const started = { session: { id: 'conv_1', status: 'running', host: { serverUrl: 'ws://x' } } };
  answers.push({ status: 201, body: started });
  expect(await service().start(request)).toEqual(started);
  expect(seen[0]).toMatchObject({ line: 'POST /v1/sessions', body: request });
  expect(seen[0]!.headers['x-api-key']).toBe('vv_key');
});

test('after a broken connection or a server error the same request is tried again', async () => {
  answers.push(
    undefined,
    { status: 503, body: { code: 'capacity' } },
    { status: 201, body: { session: {} } },
  );
  await service().start(request);
  const keys = seen.map(({ headers }) => headers['idempotency-key']);
  expect(keys).toHaveLength(3);
  expect(keys[0]).toMatch(/.{36}/);
  expect(new Set(keys).size).toBe(1);
});

test('a refused request is not tried again, and the error names the reason', async () => {
  answers.push({
    status: 422,
    body: {
      code: 'unprocessable',
      detail: 'The token has expired.',
      requestId: 'r-1',
      errors: [{ path: 'host.accessToken', message: 'The token has expired.' }],
    },
  });
  const error = await failure(service().start(request));
  expect(error).toBeInstanceOf(VisavisApiError);
  expect(error).toMatchObject({ status: 422, code: 'unprocessable', message: 'The token has expired.' });
  expect(seen).toHaveLength(1);
});

test('no service at the address', async () => {
  server.closeAllConnections();
  await new Promise((resolve) => {
    server.close(resolve);
  });
  const error = await failure(service().stop('conv_1'));
  expect(error).toBeInstanceOf(VisavisConnectionError);
  expect(error.message).toContain(url);
});

test('no key', () => {
  vi.stubEnv('VISAVIS_API_KEY', undefined);
  expect(() => new SessionService({ apiUrl: url })).toThrow('VISAVIS_API_KEY');
  vi.unstubAllEnvs();
});

test('the token of the avatar is an agent that publishes on behalf of another', async () => {
  const token = await mintAvatarToken({
    apiKey: 'key',
    apiSecret: 'a-secret-of-at-least-32-characters',
    room: 'their-room',
    identity: 'visavis-avatar',
    name: 'Mira',
    agentIdentity: 'agent-1',
  });
  expect(decodeJwt(token)).toMatchObject({
    sub: 'visavis-avatar',
    kind: 'agent',
    attributes: { 'lk.publish_on_behalf': 'agent-1' },
    video: { roomJoin: true, room: 'their-room' },
  });
});
