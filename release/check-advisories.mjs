/**
 * Part of `npm run check:code`: checks that every package in a lock file or a pip requirements file has its hash, and
 * that no lock file contains a version that `docs/security/advisories.md` names, unless its line allows it until a
 * date. `npm run advisories -- --ask` also asks the registry, which not every registry answers.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PAGE = 'docs/security/advisories.md';
const LOCKS = ['', 'agents-plugin/', 'tests/wire/vendors/'];
const REQUIREMENTS = execFileSync('git', ['ls-files', '*requirements.txt'], { cwd: ROOT, encoding: 'utf8' })
  .trim()
  .split('\n');
const today = new Date().toISOString().slice(0, 10);

const rows = readFileSync(`${ROOT}${PAGE}`, 'utf8').matchAll(
  /^\| `(?<name>[^`]+)` +\| (?<from>[\d.]+) – (?<to>[\d.]+) +\| (?<advisory>[\w-]+) +\| (?<until>\d{4}-\d\d-\d\d)? +\|/gm,
);
const advisories = Array.from(rows, ({ groups }) => /** @type {Record<string, string>} */ (groups));
/** @type {string[]} */
const faults = [];
if (advisories.length === 0) faults.push(`${PAGE} has no line that can be read`);

for (const lock of LOCKS) {
  const { packages } = JSON.parse(readFileSync(`${ROOT}${lock}package-lock.json`, 'utf8'));
  for (const [path, { version, link, integrity }] of Object.entries(packages)) {
    if (!path.includes('node_modules/') || link) continue;
    if (!integrity) faults.push(`${lock}package-lock.json: ${path} has no integrity`);
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    for (const { name: affected, from, to, advisory, until } of advisories)
      if (
        affected === name &&
        compare(version, from) >= 0 &&
        compare(version, to) <= 0 &&
        !(until && today < until)
      )
        faults.push(
          `${lock}package-lock.json: ${name} ${version} has ${advisory} (${until ? `allowed until ${until}` : 'not allowed'})`,
        );
  }
}

for (const path of REQUIREMENTS) {
  const lines = readFileSync(`${ROOT}${path}`, 'utf8').replaceAll('\\\n', '').split('\n');
  for (const line of lines.filter((it) => !/^\s*(?:#|$)/.test(it)))
    if (!line.includes('--hash=sha256:')) faults.push(`${path}: ${line} has no hash`);
}

if (process.argv.includes('--ask')) {
  const args = ['audit', '--omit=dev', '--audit=true', '--json'];
  const { stdout } = spawnSync('npm', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 });
  const { vulnerabilities, error, message } = JSON.parse(stdout);
  if (!vulnerabilities)
    console.warn(`The registry tells no advisories: ${error?.summary || message || 'no answer'}`);
  for (const [name, { via, range }] of Object.entries(vulnerabilities ?? {}))
    for (const { url, title } of via.filter((/** @type {unknown} */ cause) => typeof cause === 'object'))
      if (!advisories.some((known) => known.name === name && known.until && today < known.until))
        faults.push(`${name} ${range}: ${title} (${url}) has no line in ${PAGE} that lets it stay`);
}

if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exit(1);
}
console.log(`No lock file holds a version that an advisory names; ${advisories.length} are known.`);

/** Pre-release suffixes are not compared. @param {string} one @param {string} other versions @returns {number} */
function compare(one, other) {
  const [a, b] = [one, other].map((version) => version.split('-')[0].split('.').map(Number));
  const at = a.findIndex((part, index) => part !== b[index]);
  return at < 0 ? 0 : a[at] - b[at];
}
