/**
 * Packs every published package as `npm publish` would send it: `npm run pack -- [folder] [--to-publish]`, by default
 * into `release/packed`. The tree must be built. Prints one line per package.
 *
 * In a GitHub workflow, which names the repository in GITHUB_SERVER_URL and GITHUB_REPOSITORY, each package names it
 * too, as npm requires for provenance. `--to-publish` fails if they are not set.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { readmeOfPart, repositoryField, repositoryUrl, withAbsoluteLinks } from './published-manifest.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const { values: options, positionals } = parseArgs({
  options: { 'to-publish': { type: 'boolean' } },
  allowPositionals: true,
});
const REPOSITORY = repositoryUrl(process.env);
if (options['to-publish'] && REPOSITORY === undefined) {
  process.stderr.write(
    'Packages that are published name their repository, or npm refuses them: set GITHUB_SERVER_URL (https://github.com) and GITHUB_REPOSITORY (owner/name), as a workflow of GitHub does.\n',
  );
  process.exit(1);
}

/** @param {string} folder @returns {Promise<any>} */
const readManifest = async (folder) => JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));

/** Returns the files in the `exports` of a manifest. @param {any} exported @returns {string[]} */
const entryFiles = (exported = {}) =>
  typeof exported === 'string' ? [exported] : Object.values(exported).flatMap(entryFiles);

/** Returns the folders of all packages that are not private, in no particular order. */
async function publishedFolders() {
  const { workspaces } = await readManifest(ROOT);
  const folders = [...workspaces, 'agents-plugin'].map((name) => join(ROOT, name));
  const manifests = await Promise.all(folders.map(readManifest));
  return folders.filter((_folder, index) => manifests[index].private !== true);
}

/**
 * Copies a package, and replaces dependencies on folders of the repository by their versions: npm publishes the
 * manifest as it is.
 * @param {string} folder @param {string} copy
 */
async function stage(folder, copy) {
  const manifest = await readManifest(folder);
  await cp(folder, copy, { recursive: true, filter: (path) => !path.includes('node_modules') });
  await cp(join(ROOT, 'LICENSE'), join(copy, 'LICENSE'));
  await cp(join(ROOT, 'NOTICE'), join(copy, 'NOTICE'));
  for (const [name, wanted] of Object.entries(manifest.dependencies ?? {})) {
    if (!wanted.startsWith('file:')) continue;
    manifest.dependencies[name] = (await readManifest(join(folder, wanted.slice('file:'.length)))).version;
  }
  manifest.files = [...manifest.files, 'NOTICE', 'licences', 'npm-shrinkwrap.json'];
  if (manifest.name === '@visavis/server') {
    const shrinkwrap = await makeShrinkwrap(manifest);
    await writeFile(join(copy, 'npm-shrinkwrap.json'), `${JSON.stringify(shrinkwrap, null, 2)}\n`);
    // The licences of the software in the binaries that are installed with it.
    await cp(join(ROOT, 'licences'), join(copy, 'licences'), { recursive: true });
  }
  for (const file of entryFiles(manifest.exports))
    if (!file.includes('*') && !existsSync(join(copy, file)))
      throw new Error(`${manifest.name} lacks ${file}: build it before it is packed`);
  const directory = relative(ROOT, folder);
  const readme = join(copy, 'README.md');
  if (!existsSync(readme)) await writeFile(readme, readmeOfPart(manifest));
  if (REPOSITORY !== undefined) {
    manifest.repository = repositoryField(REPOSITORY, directory);
    const text = await readFile(readme, 'utf8');
    await writeFile(readme, withAbsoluteLinks(text, REPOSITORY, directory, manifest.version));
  }
  // Development dependencies are not needed by users, and some are not published at all.
  delete manifest.devDependencies;
  await writeFile(join(copy, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/**
 * Returns the `npm-shrinkwrap.json` with the tested versions of all dependencies of the server. Without it, an
 * installation uses the newest versions in range, and ignores this repository's `overrides`.
 * @param {any} manifest of the server
 */
async function makeShrinkwrap(manifest) {
  const { packages } = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8'));
  const { name, version, dependencies, optionalDependencies, engines } = manifest;
  /** @type {Record<string, any>} */
  const kept = { '': { name, version, dependencies, optionalDependencies, engines } };
  /** @param {string} place @param {any} entry */
  const follow = (place, entry) => {
    const { dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta } = entry;
    const peers = Object.keys(peerDependencies).filter((peer) => !peerDependenciesMeta?.[peer]?.optional);
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies }).concat(peers)) {
      let from = place;
      while (packages[`${from}node_modules/${needed}`] === undefined && from !== '')
        from = from.slice(0, from.lastIndexOf('node_modules/', from.length - 2));
      const found = `${from}node_modules/${needed}`;
      if (packages[found] === undefined || kept[found] !== undefined) continue;
      if (!PLATFORMS.some((platform) => runsOn(packages[found], platform))) continue;
      const { dev: _dev, devOptional: _devOptional, link, resolved, ...rest } = packages[found];
      // One of our own packages, which the registry has under its version.
      const entry = link
        ? withoutDevelopment(packages[resolved])
        : { ...rest, ...(resolved && { resolved }) };
      kept[found] = entry;
      follow(link ? '' : `${found}/`, entry);
    }
  };
  follow('', manifest);
  return { name, version, lockfileVersion: 3, requires: true, packages: kept };
}

/** The platforms for which LiveKit's native part is built: the service runs on no other. */
const PLATFORMS = [
  { os: 'linux', cpu: 'x64', libc: 'glibc' },
  { os: 'linux', cpu: 'arm64', libc: 'glibc' },
  { os: 'darwin', cpu: 'x64' },
  { os: 'darwin', cpu: 'arm64' },
  { os: 'win32', cpu: 'x64' },
];

/**
 * Whether a package supports a platform. Since 11.6, npm installs everything in a shrinkwrap on every platform, so it
 * must not contain binaries that no supported platform can use.
 * @param {any} entry @param {{ os: string, cpu: string, libc?: string }} platform
 */
const runsOn = (entry, platform) =>
  Object.entries(platform).every(([key, value]) => entry[key]?.includes(value) ?? true);

/** @param {any} entry */
const withoutDevelopment = ({ devDependencies: _development, ...rest }) => rest;

const target = resolve(positionals[0] ?? join(ROOT, 'release', 'packed'));
await rm(target, { recursive: true, force: true });
await mkdir(target, { recursive: true });
const drafts = await mkdtemp(join(tmpdir(), 'visavis-pack-'));
try {
  for (const [index, folder] of (await publishedFolders()).entries()) {
    const copy = join(drafts, String(index));
    await stage(folder, copy);
    const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', target];
    const { stdout } = await promisify(execFile)('npm', args, { cwd: copy, maxBuffer: 2 ** 26 });
    const [{ name, version, filename, size, entryCount }] = JSON.parse(stdout);
    const megabytes = (size / 1e6).toFixed(2).padStart(6);
    process.stdout.write(
      `${`${name} ${version}`.padEnd(34)} ${megabytes} MB  ${entryCount} files  ${filename}\n`,
    );
  }
} finally {
  await rm(drafts, { recursive: true, force: true });
}
