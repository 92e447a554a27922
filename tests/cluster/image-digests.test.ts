/** Tests `release/pin-images.mjs` with a registry that requires a token, as Docker Hub does. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../support/guide.ts';
import { useFolder } from '../support/inside.ts';

const INDEX = 'application/vnd.oci.image.index.v1+json';
const MANIFEST = 'application/vnd.oci.image.manifest.v1+json';
const ALL_PLATFORMS = JSON.stringify({ schemaVersion: 2, mediaType: INDEX, manifests: [] });
const DIGEST = `sha256:${createHash('sha256').update(ALL_PLATFORMS).digest('hex')}`;

let registry: Server;
let host: string;
const folder = useFolder();

beforeAll(async () => {
  registry = createServer((request, response) => {
    const url = new URL(request.url!, `http://${host}`);
    if (url.pathname === '/token') {
      response.end(JSON.stringify({ token: `pull ${url.searchParams.get('scope')}` }));
    } else if (request.headers.authorization !== 'Bearer pull repository:one/image:pull') {
      const challenge = `Bearer realm="http://${host}/token",service="here",scope="repository:one/image:pull"`;
      response.writeHead(401, { 'www-authenticate': challenge }).end();
    } else if (url.pathname === '/v2/one/image/manifests/1.2-slim') {
      response.writeHead(200, { 'content-type': INDEX }).end(ALL_PLATFORMS);
    } else if (url.pathname === '/v2/one/image/manifests/amd64') {
      response.writeHead(200, { 'content-type': MANIFEST }).end('{}');
    } else {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(registry.address() as AddressInfo).port}`;
});
afterAll(async () => {
  registry.close();
});

async function pin(text: string, ...options: string[]) {
  const file = join(folder, 'images');
  await writeFile(file, text);
  const script = join(ROOT, 'release/pin-images.mjs');
  const ended = await promisify(execFile)(process.execPath, [script, ...options, file]).then(
    () => ({ code: 0, stderr: '' }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }),
  );
  return { ...ended, text: await readFile(file, 'utf8') };
}

test('a multi-platform digest is added to each tag that has none, and nothing else changes', async () => {
  const image = `${host}/one/image:1.2-slim`;
  const elsewhere = `FROM other.example/one@sha256:00\n  image: \${OWN:-ghcr.io/own/image:3}\n`;
  const before = `# syntax=${image}\nFROM ${image} AS build\nCOPY --from=build a b\n  image: ${image}\n${elsewhere}`;
  expect(await pin(before, '--check')).toMatchObject({
    code: 1,
    text: before,
    stderr: expect.stringContaining(image),
  });
  const pinned = await pin(before);
  expect(pinned).toMatchObject({ code: 0, text: before.replaceAll(image, `${image}@${DIGEST}`) });
  expect(await pin(pinned.text, '--check')).toMatchObject({ code: 0 });
});

test.each([
  ['amd64', 'for one platform'],
  ['none', 'has none'],
])(
  'an image that is not available for several platforms (%s) is named, and nothing is written',
  async (tag, why) => {
    const text = `FROM ${host}/one/image:1.2-slim\nFROM ${host}/one/image:${tag}\n`;
    expect(await pin(text)).toMatchObject({ code: 1, text, stderr: expect.stringContaining(why) });
  },
);
