import { webcrypto } from 'node:crypto';
import { once } from 'node:events';
import https from 'node:https';
import { PemConverter, X509CertificateGenerator } from '@peculiar/x509';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { boundedFetch } from './bounded-fetch.ts';
import { BoundedTlsAgent, type BoundedTlsOptions } from './bounded-tls.ts';
import { fetchPublic } from './public-fetch.ts';
import { postPublic } from './public-post.ts';
import { useListening } from './testing/use-servers.ts';

const listen = useListening();
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const ALGORITHM = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 2048 };
let pair: { cert: string; key: string };
beforeAll(async () => {
  const generated = { ...ALGORITHM, publicExponent: new Uint8Array([1, 0, 1]) };
  const keys = await webcrypto.subtle.generateKey(generated, true, ['sign', 'verify']);
  const name = 'CN=localhost';
  const cert = await X509CertificateGenerator.createSelfSigned({ name, keys, signingAlgorithm: ALGORITHM });
  const key = PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY');
  pair = { cert: cert.toString('pem'), key };
});

const ways: [string, (url: string, signal: AbortSignal) => Promise<unknown>][] = [
  ['a webhook', (url, signal) => postPublic(url, '{}', { owner: 'one', headers: {}, signal, isAllowed })],
  ['a page', (url, signal) => fetchPublic(url, 1000, { owner: 'one', signal, isAllowed })],
  ['a model server', (url, signal) => boundedFetch(url, { signal })],
];
const isAllowed = () => true;
const never = new AbortController().signal;

async function serve(options: https.ServerOptions): Promise<string> {
  // Nobody knows the certificate.
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  return `https://127.0.0.1:${await listen(https.createServer(options, (_request, answer) => answer.end('answered')))}/`;
}

test.each(ways)('%s: a chain of certificates that is longer than any is not verified', async (_what, ask) => {
  await ask(await serve(pair), never);
  const long = { ...pair, cert: pair.cert.concat('\n').repeat(60) };
  await expect(ask(await serve(long), never)).rejects.toThrow();
});

test.each(ways)('%s: numbers of Diffie-Hellman, of whatever size, are not computed', async (_what, ask) => {
  const url = await serve({
    ...pair,
    maxVersion: 'TLSv1.2',
    ciphers: 'DHE-RSA-AES128-GCM-SHA256',
    dhparam: 'auto',
  });
  await expect(ask(url, never)).rejects.toThrow();
});

const agent = new BoundedTlsAgent();

/** @param saysNothing what comes counts as if all of it were KeyUpdates */
async function get(
  port: number,
  owner: string,
  { saysNothing = false, until = never } = {},
): Promise<number> {
  const options: BoundedTlsOptions = { owner, until, agent, port, host: '127.0.0.1', ca: pair.cert };
  const sent = https.get({ ...options, servername: 'localhost', checkServerIdentity: () => undefined });
  if (saysNothing) sent.once('socket', (socket) => Object.defineProperty(socket, 'bytesRead', { value: 0 }));
  sent.on('error', () => undefined);
  const [answer] = await once(sent, 'response');
  let bytes = 0;
  for await (const piece of answer) bytes += (piece as Buffer).length;
  return bytes;
}

test('an answer comes whole; what says nothing is not read on and on', async () => {
  const size = 2 ** 20;
  const server = https.createServer(pair, (_request, response) => response.end(Buffer.alloc(size)));
  const port = await listen(server);
  expect(await get(port, 'one')).toBe(size);
  await expect(get(port, 'one', { saysNothing: true })).rejects.toThrow();
});

test('who has costly handshakes waits for the next; others do not', async () => {
  const server = https.createServer(pair, (_request, response) => response.end('answered'));
  const port = await listen(server);
  // A clock that begins at 0 would be behind the real one, which would then refill what was charged.
  let ms = performance.now();
  const now = vi.spyOn(performance, 'now').mockImplementation(() => (ms += 10_000));
  await get(port, 'costly');
  now.mockRestore();
  let connections = 0;
  server.on('connection', () => connections++);
  const stop = new AbortController();
  const waiting = get(port, 'costly', { until: stop.signal });
  await get(port, 'other');
  expect(connections).toBe(1);
  stop.abort(new Error('nobody waits'));
  await expect(waiting).rejects.toThrow('nobody waits');
});
