import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../support/guide.ts';
import { LiveConsumer } from '../support/live-consumer.ts';
import { type PackedRegistry, startPackedRegistry } from '../support/packed-registry.ts';
import { installNode, PUBLISHED_NODES } from '../support/published-nodes.ts';
import { startService } from '../support/service.ts';
import { startSession, untilEnded } from '../support/service-client.ts';

const run = promisify(execFile);

const { overrides, version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
  overrides: Record<string, unknown>;
  version: string;
};
type LockedPackages = Record<string, { version?: string; optional?: boolean }>;
const readPackages = async (path: string) =>
  (JSON.parse(await readFile(path, 'utf8')) as { packages: LockedPackages }).packages;

/** The folder of a user who has only the packages. */
let folder: string;
let tarballs: Map<string, string>;
let registry: PackedRegistry | undefined;

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'visavis-folder-')));
  registry = await startPackedRegistry();
  const packed = registry.folder;
  const files = await readdir(packed);
  tarballs = new Map(files.map((file) => [file.replace(/-\d.*$/, ''), join(packed, file)]));
  await writeFile(join(folder, 'package.json'), '{ "name": "somebody", "private": true, "type": "module" }');
  await run(
    'npm',
    [
      'install',
      '--no-audit',
      '--no-fund',
      `--@visavis:registry=${registry.url}`,
      ...['server', 'client', 'web', 'react'].map((name) => `@visavis/${name}`),
    ],
    { cwd: folder },
  );
}, 600_000);
afterAll(async () => {
  await registry?.close();
  await rm(folder, { recursive: true, force: true });
});

test('each public package is packed, with its licence and without its tests', async () => {
  expect([...tarballs.keys()].sort()).toEqual(
    ['agents-plugin', 'client', 'console', 'contracts', 'docs', 'react', 'server', 'talk', 'web'].map(
      (it) => `visavis-${it}`,
    ),
  );
  for (const tarball of tarballs.values()) {
    const { stdout } = await run('tar', ['tzf', tarball]);
    const names = stdout.trim().split('\n');
    expect(names).toEqual(
      expect.arrayContaining(['package/LICENSE', 'package/NOTICE', 'package/package.json']),
    );
    // The licences of binaries that are installed with the package.
    if (tarball.includes('visavis-server'))
      expect(names).toEqual(
        expect.arrayContaining(['package/licences/LGPL-2.1.txt', 'package/licences/MPL-2.0.txt']),
      );
    expect(names.filter((name) => /\.test\.|conformance|\/testing\/|\.map$/.test(name))).toEqual([]);
    const { stdout: code } = await run('tar', ['xOzf', tarball, '--wildcards', '*.js'], {
      maxBuffer: 2 ** 27,
    });
    expect(code).not.toMatch(/from '(vitest|fast-check)'/);
  }
});

test('each package names the repository whose workflow packed it, and its README links to it', async () => {
  for (const tarball of tarballs.values()) {
    const { stdout: manifest } = await run('tar', ['xOzf', tarball, 'package/package.json']);
    const { repository } = JSON.parse(manifest) as { repository: { directory: string } };
    expect(repository).toEqual({
      type: 'git',
      url: 'git+https://github.com/somebody/theirs.git',
      directory: expect.stringMatching(/^[a-z-]+$/),
    });
    const { stdout: readme } = await run('tar', ['xOzf', tarball, 'package/README.md']);
    expect(readme).toMatch(/^# (@visavis\/|Visavis)/);
    const links = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link!);
    expect(links.filter((link) => !/^(?:https?:|#)/.test(link))).toEqual([]);
    for (const link of links.filter((link) => link.includes('/somebody/theirs/'))) {
      const [, path] = /^https:\/\/github\.com\/somebody\/theirs\/blob\/v[^/]+\/([^#]+)/.exec(link)!;
      await readFile(join(ROOT, path!));
    }
  }
});

test('nothing is packed for publication if the repository is not known', async () => {
  const env = { ...process.env, GITHUB_REPOSITORY: '', GITHUB_SERVER_URL: '' };
  const packed = join(folder, 'never');
  const pack = run(process.execPath, [join(ROOT, 'release/pack.mjs'), packed, '--to-publish'], { env });
  await expect(pack).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('set GITHUB_SERVER_URL (https://github.com) and GITHUB_REPOSITORY'),
  });
});

test.each(PUBLISHED_NODES)(
  'an empty folder gets the tested versions even if newer ones exist, with Node %s and npm %s',
  async (node, npm) => {
    const user = await realpath(await mkdtemp(join(tmpdir(), 'visavis-user-')));
    try {
      const { program, env } = await installNode(node, npm, join(user, 'tools'));
      const empty = join(user, 'empty');
      await mkdir(empty);
      const asked = ['--no-audit', '--no-fund', '--prefix', empty, `--@visavis:registry=${registry!.url}`];
      const { stderr } = await run('npm', ['install', ...asked, '@visavis/server'], {
        cwd: empty,
        env,
      });
      expect(stderr).not.toMatch(/EBADENGINE|ERESOLVE/);

      const tested = await readPackages(join(ROOT, 'package-lock.json'));
      const installed = await readPackages(join(empty, 'node_modules/.package-lock.json'));
      const server = 'node_modules/@visavis/server/';
      const others = Object.keys(installed).filter((path) => !path.startsWith(server));
      expect(others).toEqual(['node_modules/@visavis/server']);
      const wrong = Object.entries(installed)
        .filter(([path]) => path.startsWith(server) && !path.startsWith(`${server}node_modules/@visavis/`))
        .filter(([path, { version }]) => tested[path.slice(server.length)]?.version !== version)
        .map(([path, { version }]) => `${path} ${version}`);
      expect(wrong).toEqual([]);
      const wrapped = await readPackages(join(empty, server, 'npm-shrinkwrap.json'));
      const missing = Object.entries(wrapped)
        .filter(([path, { optional }]) => path !== '' && !optional && !installed[server + path])
        .map(([path]) => path);
      expect(missing).toEqual([]);
      const needless = Object.keys(wrapped).filter((path) =>
        /android-arm|musl|riscv64|livekit-client/.test(path),
      );
      expect(needless).toEqual([]);
      for (const name of ['light-my-request', '@livekit/rtc-ffi-bindings-linux-x64-gnu'])
        expect(wrapped[`node_modules/${name}`]?.version).toBe(overrides[name]);

      const command = join(empty, 'node_modules/@visavis/server/bin/visavis.js');
      expect((await run(program, [command, '--version'])).stdout.trim()).toBe(version);
    } finally {
      await rm(user, { recursive: true, force: true });
    }
  },
);

test('publint reports nothing for the packages', async () => {
  for (const [name, tarball] of tarballs) {
    const bytes = await readFile(tarball);
    const { messages, pkg } = await publint({
      pack: { tarball: new Uint8Array(bytes).buffer },
      level: 'warning',
    });
    // Files for browsers are exported so that the service can find them, but they are never imported as modules.
    const faults = messages.filter(({ path }) => !path.includes('./page/*'));
    expect(faults.map((message) => `${name}: ${formatMessage(message, pkg)}`)).toEqual([]);
  }
});

test('the packages in an empty folder give a service that starts and holds a conversation', async () => {
  const service = await startService({
    command: join(folder, 'node_modules/@visavis/server/bin/visavis.js'),
  });
  const consumer = new LiveConsumer('maya');
  try {
    const { session, consumerAccessToken } = await startSession(service);
    await consumer.join(session.host!.serverUrl!, consumerAccessToken);
    await consumer.hears(0);
    await consumer.until('a picture', () => consumer.frames.length > 25);
    await consumer.silent(500);
    const askedAt = performance.now();
    await consumer.type('What can you do for me?');
    await consumer.hears(askedAt);
    // Every page is served from a package, too.
    for (const path of ['/talk/', '/console/', '/docs/']) {
      const page = await fetch(service.url + path);
      expect(page.status, path).toBe(200);
      expect(await page.text(), path).toContain('<script');
    }
    expect((await fetch(`${service.url}/embed.js`)).status).toBe(200);
    await consumer.leave();
    expect(await untilEnded(service, session.id)).toMatchObject({ status: 'ended' });
  } finally {
    await service.dispose();
  }
});

test('the React components can also be imported on a server', async () => {
  const program = "import { VisavisAvatar } from '@visavis/react'; console.log(typeof VisavisAvatar);";
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], { cwd: folder });
  expect(stdout.trim()).toBe('function');
});

test('npx finds the command, which has the package’s version', async () => {
  const { stdout } = await run('npx', ['--no-install', 'visavis', '--version'], { cwd: folder });
  expect(stdout.trim()).toBe(version);
});

test('the types of the client compile in a strict user program', async () => {
  await writeFile(
    join(folder, 'program.ts'),
    `import { createVisavisClient } from '@visavis/client';
const client = createVisavisClient({ baseUrl: 'http://localhost:8080', apiKey: 'vv_x' });
const { avatars } = await client.get('/v1/avatars', { query: { take: 5 } });
export const names: string[] = avatars.map(({ name }) => name);
// @ts-expect-error There is no such path.
await client.get('/v1/nothing');
`,
  );
  const options = {
    strict: true,
    noEmit: true,
    module: 'nodenext',
    target: 'es2023',
    lib: ['es2023', 'dom'],
    types: [],
  };
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, files: ['program.ts'] }),
  );
  await run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', folder]).catch(
    ({ stdout }: { stdout: string }) => expect.fail(stdout),
  );
});
