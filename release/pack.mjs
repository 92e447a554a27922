/**
 * Packs every package that is published, as `npm publish` would send it: `npm run pack [folder]`, by default `release/packed`.
 * The tree must be built. Prints one line a package.
 */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** @param {string} folder @returns {Promise<any>} */
const readManifest = async (folder) => JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));

/** The folders of all packages that are not private, dependencies and dependents in any order. */
async function publishedFolders() {
  const { workspaces } = await readManifest(ROOT);
  const folders = [...workspaces, 'agents-plugin'].map((name) => join(ROOT, name));
  const manifests = await Promise.all(folders.map(readManifest));
  return folders.filter((_folder, index) => manifests[index].private !== true);
}

/**
 * A copy of a package in which what it takes from a folder of the repository is named by its version: npm sends the manifest
 * as it stands.
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
  manifest.files = [...manifest.files, 'NOTICE'];
  // What develops a package is not needed by who installs it, and may not be published at all.
  delete manifest.devDependencies;
  await writeFile(join(copy, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

const target = resolve(process.argv[2] ?? join(ROOT, 'release', 'packed'));
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
