import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { useServers } from '../lib/testing/use-servers.ts';
import { type ProviderRequest, providerFetch, readJson } from './provider-http.ts';

const PROVIDER = { name: 'The service', keySetting: 'KEY' };
const STOPPED = {
  kind: 'timeout',
  retryable: true,
  message: 'The service did not answer in time: the answer stopped',
};

const serve = useServers();

/** Fetches from a server that answers as told; `left` resolves when the connection is let go. */
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

test('a stream that stops in the middle is a time-out, and the connection is let go', async () => {
  const { response, left } = await ask((to) => to.write('one'));
  await expect(readToEnd(response)).rejects.toMatchObject(STOPPED);
  await left();
});

test('so is JSON that stops in the middle, and an answer of which nothing comes but its head', async () => {
  const { response } = await ask((to) => to.write('{"voices":'));
  await expect(readJson(response)).rejects.toMatchObject(STOPPED);
  const silent = await ask((to) => to.flushHeaders(), { patience: { firstMs: 1000 } });
  await expect(readJson(silent.response)).rejects.toThrow(
    /^The service did not answer in time: no answer in 1\.\d s$/,
  );
});

test('and a refusal whose words do not come is told all the same', async () => {
  const refused = ask(
    (to) => {
      to.writeHead(503);
      to.write('{');
    },
    { patience: { nextMs: 20 } },
  );
  await expect(refused).rejects.toMatchObject({ kind: 'unavailable' });
});

test('and a stream of signs of life without the answer', async () => {
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

test('an answer that is no JSON is none', async () => {
  const { response } = await ask((to) => to.end('<html>'));
  expect(await readJson(response)).toBeUndefined();
});

test('a list that does not end is none, and the connection is let go', async () => {
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
