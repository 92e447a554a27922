import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJwt } from 'jose';
import { expect, onTestFinished, test, vi } from 'vitest';
import { mintAvatarToken } from './avatar-token.ts';
import { SessionService } from './session-service.ts';

/** Starts a session where these statuses are answered, one after another; 0 cuts the connection. @returns the keys of the requests. */
async function start(...statuses: number[]): Promise<(string | undefined)[]> {
  const keys: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    keys.push(request.headers['idempotency-key'] as string | undefined);
    const status = statuses.shift();
    const headers = { 'content-type': 'application/problem+json' };
    if (!status) response.destroy();
    else response.writeHead(status, status < 300 ? {} : headers).end('{"code":"unprocessable","session":{}}');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const body = {
    name: 'A call',
    avatar: { id: 'avt_1' },
    remoteAgentConnectingIdentity: { identity: 'agent' },
  };
  const outcome = new SessionService({ apiUrl, apiKey: 'vv_key' }, 1).start(body);
  await outcome.catch(({ status }: { status: number }) => keys.push(String(status)));
  return keys;
}

test('a request is sent again after a broken connection or a server error', async () => {
  const keys = await start(0, 503, 201);
  expect(keys).toHaveLength(3);
  expect(keys[0]).toMatch(/.{36}/);
  expect(new Set(keys).size).toBe(1);
});

test('a refused request is not sent again', async () => {
  expect(await start(422, 201)).toEqual([expect.stringMatching(/.{36}/), '422']);
});

test('no key', () => {
  vi.stubEnv('VISAVIS_API_KEY', undefined);
  expect(() => new SessionService()).toThrow('VISAVIS_API_KEY');
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
