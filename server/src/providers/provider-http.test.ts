import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { useServers } from '../lib/testing/use-servers.ts';
import { type ProviderRequest, providerFetch, readJson } from './provider-http.ts';

const PROVIDER = { name: 'The service', keySetting: 'KEY' };
const STOPPED = {
  kind: 'timeout',
  retryable: true,
  message: 'The service did not answer in time: the answer stopped before its end',
};

const serve = useServers();

/** Sends a request to a server with this answer. `left` resolves when the connection closes. */
async function ask(answer: (response: ServerResponse) => void, request: ProviderRequest = {}) {
  let left: Promise<unknown> = Promise.resolve();
  const origin = await serve((_, response) => {
    left = new Promise((resolve) => response.once('close', resolve));
    answer(response);
  });
  return {
    response: await providerFetch(PROVIDER, `${origin}/`, { patience: { nextMs: 20 }, ...request }),
    left: () => left,
  };
}

const readToEnd = async (response: Response) => {
  for await (const _ of response.body!);
};

test('a stream that stops in the middle times out, and its connection is closed', async () => {
  const { response, left } = await ask((to) => to.write('one'));
  await expect(readToEnd(response)).rejects.toMatchObject(STOPPED);
  await left();
});

test('so does JSON that stops in the middle, and an answer that sends only its headers', async () => {
  const { response } = await ask((to) => to.write('{"voices":'));
  await expect(readJson(response)).rejects.toMatchObject(STOPPED);
  const silent = await ask((to) => to.flushHeaders(), { patience: { firstMs: 1000 } });
  await expect(readJson(silent.response)).rejects.toThrow(
    /^The service did not answer in time: no answer within 1\.\d s$/,
  );
});

test('a refusal whose text does not arrive is still reported', async () => {
  const refused = ask(
    (to) => {
      to.writeHead(503);
      to.write('{');
    },
    { patience: { nextMs: 20 } },
  );
  await expect(refused).rejects.toMatchObject({ kind: 'unavailable' });
});

test('a stream of keep-alives without an answer times out', async () => {
  let pings: NodeJS.Timeout | undefined;
  const { response, left } = await ask(
    (to) => {
      to.write('data: one\n\n');
      pings = setInterval(() => to.write(': ping\n\n'), 5);
    },
    { isProgress: (bytes) => Buffer.from(bytes).includes('data:') },
  );
  await expect(readToEnd(response)).rejects.toMatchObject(STOPPED);
  await left();
  clearInterval(pings);
});

test('an answer that is not JSON is refused', async () => {
  const { response } = await ask((to) => to.end('<html>'));
  expect(await readJson(response)).toBeUndefined();
});

test('an endless list is refused, and its connection is closed', async () => {
  const { response, left } = await ask(
    (to) => {
      to.write('["');
      const more = () => {
        while (!to.destroyed && to.write('x'.repeat(65_536)));
      };
      to.on('drain', more);
      more();
    },
    { patience: { nextMs: 60_000 } },
  );
  expect(await readJson(response)).toBeUndefined();
  await left();
});

test.each([301, 302, 303, 307, 308])(
  'a redirect (%d) is not followed, so that a secret is not sent elsewhere',
  async (status) => {
    const other: IncomingMessage[] = [];
    const elsewhere = await serve((request, response) => {
      other.push(request);
      response.end('{}');
    });
    const redirect = (to: ServerResponse) =>
      to.writeHead(status, { location: `${elsewhere}/models?of=you` }).end();
    const asking = ask(redirect, {
      method: 'POST',
      headers: { 'xi-api-key': 'secret' },
      body: '{}',
      secret: 'secret',
    });
    await expect(asking).rejects.toMatchObject({
      kind: 'rejected',
      message: `The service rejected the request: it redirects (HTTP ${status}) to ${elsewhere}, and redirects are not followed: set the target of the redirect as the address`,
    });
    expect(other).toEqual([]);
  },
);

test.each(['gzip', 'br', 'deflate'])('a compressed answer (%s) is not unpacked', async (packing) => {
  const packed = gzipSync(Buffer.alloc(2 ** 20));
  const asking = ask((to) => to.writeHead(200, { 'content-encoding': packing }).end(packed));
  await expect(asking).rejects.toMatchObject({
    kind: 'rejected',
    message: `The service rejected the request: the response is compressed (${packing}), which was not requested`,
  });
});

test('an answer whose chunks consist mostly of extensions is not read to its end', async () => {
  const { response } = await ask(
    ({ socket }) => {
      socket!.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
      const more = () => {
        while (!socket!.destroyed && socket!.write(`1;${'x'.repeat(16_000)}\r\nx\r\n`));
      };
      socket!.on('drain', more);
      more();
    },
    { patience: { nextMs: 60_000 } },
  );
  await expect(readToEnd(response)).rejects.toMatchObject({ kind: 'unreachable' });
});

test('a body is sent with its length, and no compression is requested', async () => {
  const asked: IncomingMessage['headers'][] = [];
  const origin = await serve((request, response) => {
    asked.push(request.headers);
    request.resume();
    response.end('{}');
  });
  const form = new FormData();
  form.set('model', 'm');
  for (const body of ['ä', form]) await providerFetch(PROVIDER, `${origin}/`, { method: 'POST', body });
  await providerFetch(PROVIDER, `${origin}/`);
  expect(asked).toMatchObject([
    { 'content-length': '2', 'accept-encoding': 'identity' },
    {
      'content-length': expect.any(String),
      'content-type': expect.stringMatching(/^multipart\/form-data; boundary=/),
    },
    { 'accept-encoding': 'identity' },
  ]);
  expect(asked.map((headers) => headers['transfer-encoding'])).toEqual([undefined, undefined, undefined]);
});
