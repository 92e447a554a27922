/**
 * Fails if `npm ci` would print a warning: for a deprecated package, or one that does not support a Node with which this
 * project works.
 */
import { readFile } from 'node:fs/promises';
import semver from 'semver';

/** The oldest Node that works, the newest of its line, and the recommended one: see `engines` and README. */
const NODES = ['20.19.0', '20.99.0', '24.0.0'];

const { packages } = JSON.parse(await readFile(new URL('../package-lock.json', import.meta.url), 'utf8'));
/** @type {[string, { deprecated?: string; engines?: { node?: string } }][]} */
const entries = Object.entries(packages);
const warnings = entries.flatMap(([name, { deprecated, engines: { node = '*' } = {} }]) => [
  ...(deprecated ? [`${name} is deprecated: ${deprecated}`] : []),
  ...NODES.filter((version) => !semver.satisfies(version, node)).map(
    (version) => `${name} supports Node ${node} only, not ${version}`,
  ),
]);
const all = `\`npm ci\` has nothing to warn of in ${entries.length} packages.`;
process.stdout.write((warnings.length > 0 ? warnings : [all]).map((line) => `${line}\n`).join(''));
process.exit(warnings.length > 0 ? 1 : 0);
