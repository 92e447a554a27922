import { once } from 'node:events';
import http from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Deferred } from './deferred.ts';
import { fetchPublic, isPublicAddress } from './public-fetch.ts';
import { postPublic } from './public-post.ts';

describe('isPublicAddress', () => {
  test.each(['1.1.1.1', '93.184.216.34', '2606:4700:4700::1111'])('%s is public', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  );
  test.each(
    `127.0.0.1 10.1.2.3 172.31.0.1 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1 255.255.255.255
     ::1 :: fe80::1 fd00::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 64:ff9b::7f00:1 2002:7f00:1:: 2001:db8::1 localhost`
      .split(/\s+/)
      .concat(''),
  )('%s is not', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('fetchPublic', () => {
  let server: http.Server;
  let port: number;
  const local = { protocols: ['http:'], isAllowed: (address: string) => address === '127.0.0.1' };

  beforeAll(async () => {
    server = http.createServer((request, response) => {
      if (request.url === '/picture') response.setHeader('content-type', 'image/png').end('picture');
      else if (request.url === '/packed')
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('picture'));
      else if (request.url === '/large') response.end(Buffer.alloc(2000));
      else if (request.url === '/moved') response.writeHead(302, { location: '/picture' }).end();
      else if (request.url === '/inside')
        response.writeHead(302, { location: `http://127.0.0.2:${port}/picture` }).end();
      else if (request.url === '/name')
        response.writeHead(302, { location: `http://localhost:${port}/picture` }).end();
      else if (request.url === '/file') response.writeHead(302, { location: 'file:///etc/passwd' }).end();
      else if (request.url === '/loop') response.writeHead(302, { location: '/loop' }).end();
      else if (request.url === '/announced') {
        for (let i = 0; i < 11; i++) response.writeProcessing();
      } else if (request.url === '/switched')
        request.socket.end('HTTP/1.1 101 x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n');
      else if (request.url?.startsWith('/crumbs')) {
        const crumbs = '1\r\nx\r\n'.repeat(Number(request.url.slice('/crumbs'.length)));
        request.socket.end(`HTTP/1.1 200 x\r\nTransfer-Encoding: chunked\r\n\r\n${crumbs}0\r\n\r\n`);
      } else if (request.url !== '/silent') response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const fetchLocal = (path: string, options = {}) =>
    fetchPublic(`http://127.0.0.1:${port}${path}`, 1000, { owner: 'one', ...local, ...options });

  test('fetches, also after a redirect', async () => {
    const picture = { bytes: Buffer.from('picture'), url: `http://127.0.0.1:${port}/picture` };
    expect(await fetchLocal('/picture')).toMatchObject(picture);
    expect(await fetchLocal('/moved')).toMatchObject(picture);
  });
  test('an answer of an unwanted type is refused after its headers', async () => {
    const accepts = (type: string) => type === 'text/html';
    await expect(fetchLocal('/picture', { accepts })).rejects.toThrow('its content type is image/png');
    expect((await fetchLocal('/picture', { accepts: () => true })).contentType).toBe('image/png');
  });
  test.each([
    ['127.0.0.1', 'the address is not public'],
    ['localhost', 'the host name has no public address'],
  ])('%s is refused before anything is sent', async (host, why) => {
    const fetching = fetchPublic(`http://${host}:${port}/picture`, 1000, {
      owner: 'one',
      protocols: ['http:'],
    });
    await expect(fetching).rejects.toThrow(why);
  });
  test('a redirect to a private address, by number or by name, is refused', async () => {
    await expect(fetchLocal('/inside')).rejects.toThrow('the address is not public');
    await expect(
      fetchLocal('/name', {
        isAllowed: (
          (calls) => () =>
            ++calls === 1
        )(0),
      }),
    ).rejects.toThrow('the host name has no public address');
  });
  test.each([
    ['file', 'only http: addresses can be fetched'],
    ['large', 'it is larger than 1000 bytes'],
    ['packed', 'the response is compressed (gzip), which was not requested'],
    ['loop', 'too many redirects'],
    ['silent', 'it took too long'],
    ['gone', 'the server answered 404'],
    ['announced', 'the server could not be reached'],
    ['switched', 'the server could not be reached'],
  ])('a failed fetch gives its reason: %s', (path, message) =>
    expect(fetchLocal(`/${path}`, path === 'silent' ? { timeoutMs: 50 } : {})).rejects.toThrow(message),
  );
  const post = (path: string, body = '{}', at = port) =>
    postPublic(`http://127.0.0.1:${at}/${path}`, body, {
      owner: 'one',
      headers: {},
      signal: new AbortController().signal,
      ...local,
    });
  test.each(['announced', 'switched'])('a missing answer to a POST is not waited for: %s', (path) =>
    expect(post(path)).rejects.toThrow('the server could not be reached'),
  );
  test('an answer to a POST in chunks of a single byte is kept as one piece, and given up if it is long', async () => {
    const { body } = await post('crumbs10000');
    expect([body.length, body.buffer.byteLength]).toEqual([10_000, 10_000]);
    await expect(post('crumbs50000')).rejects.toThrow('the server could not be reached');
  });
  test('what a server has not read of a POST when it answers is not kept', async () => {
    let arrived = 0;
    const accepted = new Deferred<Socket>();
    const silent = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', ({ length }) => (arrived += length));
      socket.once('data', () => {
        socket.pause();
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
        accepted.resolve(socket);
      });
    }).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const body = 'x'.repeat(20_000_000);
    await post('', body, (silent.address() as AddressInfo).port);
    const socket = await accepted.promise;
    await once(socket.resume(), 'close');
    expect(arrived).toBeLessThan(body.length);
    silent.close();
  });
  test('accepts only https by default', async () => {
    await expect(fetchPublic('http://1.1.1.1/', 1000, { owner: 'one' })).rejects.toThrow(
      'only https: addresses can be fetched',
    );
  });
});
