/**
 * The last step of `npm run build`: builds the store's template and the pages. Pages are not rebuilt from unchanged
 * sources: a hash of these is kept beside the build, so that `npm ci && npm test` builds once. `--force` always builds;
 * `--check apps` or `--check all` builds nothing and exits with 1 if pages are outdated.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { filesIn, hashSources, root } from './sources.mjs';

const SOURCES_OF_APPS = [
  'client',
  'console',
  'contracts',
  'react',
  'server/people/people.json',
  'talk',
  'web',
  'package-lock.json',
];
/** Pages that are built together, and their sources. */
const APPS = { pages: ['web', 'talk', 'console'], sources: SOURCES_OF_APPS };
/** The documentation shows the API, which is defined by the service's code. */
const DOCS = {
  pages: ['docs-site'],
  sources: [
    ...SOURCES_OF_APPS,
    'docs',
    'docs-site',
    'server',
    'README.md',
    'CHANGELOG.md',
    'agents-plugin/README.md',
    'python/livekit-plugins-visavis/README.md',
    'python/pipecat-visavis/README.md',
    'python/visavis/README.md',
  ],
};

if (process.argv.includes('--check')) {
  const checked = process.argv.at(-1);
  const isOld = (checked === 'apps' ? [APPS] : [APPS, DOCS]).some((group) => !isBuilt(group));
  if (isOld) process.stderr.write('The pages are not those of these sources. Build them: npm run build\n');
  process.exit(isOld ? 1 : 0);
}
run('server');
for (const group of [APPS, DOCS]) {
  if (!process.argv.includes('--force') && isBuilt(group)) continue;
  // Hashed before the build, so that sources changed during it count as not built.
  const hash = hashSources(group.sources);
  for (const page of group.pages) run(page);
  writeFileSync(stampOf(group), hash);
}

function run(workspace) {
  const { status } = spawnSync('npm', ['run', '--silent', 'build', '-w', workspace], {
    cwd: root,
    // Vite inherits it: a test, or a shell that sets it, would get a console with React's development build.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}

function stampOf({ pages }) {
  return path.join(root, pages.at(-1), 'dist/.built-from');
}

/** Whether a build is current. A page that was built separately since then may be of other sources. */
function isBuilt(group) {
  try {
    if (readFileSync(stampOf(group), 'utf8') !== hashSources(group.sources)) return false;
    const builtAtMs = statSync(stampOf(group)).mtimeMs;
    return group.pages.every((page) => {
      const files = [...filesIn(path.join(root, page, 'dist/page'), true)];
      return files.length > 0 && files.every((file) => statSync(file).mtimeMs <= builtAtMs);
    });
  } catch {
    return false; // Nothing has been built yet.
  }
}
