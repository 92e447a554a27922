/** Which files are sources, and hashes of them: a step of the build whose sources have not changed is skipped. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '..');

/** The code that `client/generator` writes. It is not in the repository. */
export const GENERATED = [
  'client/src/generated',
  'python/visavis/visavis/_async/calls.py',
  'python/visavis/visavis/_sync',
  'python/visavis/visavis/types.py',
];

/** @param {string[]} names of files and folders, relative to the root @param {string[]} [leftOut] names below them */
export function hashSources(names, leftOut = []) {
  const all = createHash('sha256');
  for (const file of names.flatMap((name) => [...filesIn(path.join(root, name))]).sort()) {
    const name = path.relative(root, file).replaceAll(path.sep, '/');
    if (!leftOut.some((each) => `${name}/`.startsWith(`${each}/`)))
      all.update(`${name}\0`).update(readFileSync(file)).update('\0');
  }
  return all.digest('hex');
}

/** @param {string} target @param {boolean} [isOutput] whether it is output of a build @returns {Generator<string>} */
export function* filesIn(target, isOutput = false) {
  if (!statSync(target).isDirectory()) return void (yield target);
  for (const entry of readdirSync(target, { withFileTypes: true })) {
    const isLeftOut =
      !isOutput &&
      (['node_modules', 'dist', '__pycache__'].includes(entry.name) ||
        /\.(?:tsbuildinfo|test\.ts)$/.test(entry.name));
    if (!isLeftOut) yield* filesIn(path.join(target, entry.name), isOutput);
  }
}
