import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { installNodeAgents } from './callers.ts';
import { ROOT } from './guide.ts';

const run = promisify(execFile);

export interface PackedRegistry {
  /** Address for `npm install --@visavis:registry=<url>`. */
  url: string;
  /** Folder of the packages. */
  folder: string;
  close(): Promise<void>;
}

/** Starts a registry of all packages packed by `npm run pack`, which responds as npm's own would. */
export async function startPackedRegistry(): Promise<PackedRegistry> {
  await installNodeAgents();
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'visavis-packed-')));
  // As in a GitHub workflow.
  const env = {
    ...process.env,
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_REPOSITORY: 'somebody/theirs',
  };
  await run(process.execPath, [join(ROOT, 'release/pack.mjs'), folder, '--to-publish'], { env });
  const packages = new Map<string, object>();
  const tarballs = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url!.slice(1));
    const tarball = tarballs.get(basename(path));
    if (tarball) response.end(tarball);
    else
      response
        .writeHead(packages.has(path) ? 200 : 404, { 'content-type': 'application/json' })
        .end(JSON.stringify(packages.get(path) ?? { error: 'not found' }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  for (const file of await readdir(folder)) {
    const bytes = await readFile(join(folder, file));
    const { stdout } = await run('tar', ['xzOf', join(folder, file), 'package/package.json']);
    const manifest = JSON.parse(stdout) as { name: string; version: string };
    const { stdout: names } = await run('tar', ['tzf', join(folder, file)]);
    const version = {
      ...manifest,
      _hasShrinkwrap: names.includes('package/npm-shrinkwrap.json'),
      dist: {
        tarball: `${url}${file}`,
        integrity: `sha512-${createHash('sha512').update(bytes).digest('base64')}`,
      },
    };
    tarballs.set(file, bytes);
    packages.set(manifest.name, {
      name: manifest.name,
      'dist-tags': { latest: manifest.version },
      versions: { [manifest.version]: version },
    });
  }
  return {
    url,
    folder,
    async close() {
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
