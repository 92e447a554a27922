/**
 * The last step of `npm run build`: the store's template, the portraits and the pages. Nothing is built twice from the same
 * sources: their hash is kept beside the pages, and `npm ci && npm test` builds once. `--force` builds anew.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
/** What the pages are made of. The documentation shows the API, which is defined by the code of the service. */
const SOURCES = [
  'client',
  'console',
  'contracts',
  'docs',
  'docs-site',
  'react',
  'server',
  'talk',
  'web',
  'package-lock.json',
  'README.md',
  'CHANGELOG.md',
];
const PAGES = ['web', 'talk', 'console', 'docs-site'];
const STAMP = path.join(root, 'docs-site/dist/.built-from');

run('server');
const hash = hashSources();
if (process.argv.includes('--force') || !isBuilt(hash)) {
  for (const page of PAGES) run(page);
  writeFileSync(STAMP, hash);
}

function run(workspace) {
  const { status } = spawnSync('npm', ['run', '--silent', 'build', '-w', workspace], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}

function hashSources() {
  const all = createHash('sha256');
  for (const file of SOURCES.flatMap((name) => [...filesIn(path.join(root, name))]).sort((a, b) =>
    a < b ? -1 : 1,
  ))
    all
      .update(`${path.relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  return all.digest('hex');
}

/** A page that was built by itself since then may be of other sources. */
function isBuilt(hash) {
  try {
    if (readFileSync(STAMP, 'utf8') !== hash) return false;
    const builtAtMs = statSync(STAMP).mtimeMs;
    return PAGES.every((page) => {
      const files = [...filesIn(path.join(root, page, 'dist/page'), true)];
      return files.length > 0 && files.every((file) => statSync(file).mtimeMs <= builtAtMs);
    });
  } catch {
    return false; // Nothing has been built yet.
  }
}

function* filesIn(target, isOutput = false) {
  if (!statSync(target).isDirectory()) return void (yield target);
  for (const entry of readdirSync(target, { withFileTypes: true })) {
    const isLeftOut =
      !isOutput && (['node_modules', 'dist'].includes(entry.name) || entry.name.endsWith('.tsbuildinfo'));
    if (!isLeftOut) yield* filesIn(path.join(target, entry.name), isOutput);
  }
}
