import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { compiledOf, sourceOf } from './compiled-code.ts';
import type { Result } from './report.ts';

/** Suites whose files may run twice, because their tests need a whole service, rooms and browsers. */
const SUITES = ['real', 'security'];
/** If more files fail together, the product or the machine is broken. */
const MAX_FILES = 3;
/** A test file that was unsteady this often must be fixed, or moved out of the gate. */
const MAX_TIMES = 3;
/** Whoever sees the gate call a test unsteady adds its line here; whoever fixes the test removes its lines. */
const KNOWN = 'tests/unsteady.txt';

/**
 * Returns why files that failed in the gate may not run once more, or `undefined` if they may. A new test gets
 * only one run: if it, or a test module it imports, was changed within a day of the last commit.
 */
export function whyNoSecondRun(root: string, result: Result | undefined): string | undefined {
  if (!result) return 'the tests did not come to their end';
  if (result.errors.length > 0) return 'an error was caught by no test';
  const files = [...new Set(result.failures.map(({ file }) => file))];
  if (files.length === 0) return 'the run failed, and no file did';
  if (files.length > MAX_FILES) return `${files.length} files failed`;
  const other = result.failures.find(({ suite }) => !SUITES.includes(suite));
  if (other) return `${other.file} is of the suite ${other.suite}`;
  const known = readFileSync(path.join(root, KNOWN), 'utf8').split('\n');
  const often = files.find((file) => known.filter((line) => line.startsWith(`${file} `)).length >= MAX_TIMES);
  if (often) return `${often} is in ${KNOWN} ${MAX_TIMES} times`;
  const changed = filesOfLastDay(root);
  if (!changed) return 'Git does not say what was changed lately';
  const young = files.flatMap((file) => [...importsOf(root, file)]).find((file) => changed.has(file));
  return young && `${young} was changed within a day`;
}

/** Returns the files that were changed within a day of the last commit, or `undefined` if Git fails. */
function filesOfLastDay(root: string): Set<string> | undefined {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  const last = git('log', '-1', '--format=%ct');
  if (last.status !== 0) return undefined;
  const since = Number(last.stdout) - 86_400;
  const { stdout } = git('log', `--since=${since}`, '--name-only', '--format=');
  return new Set(stdout.split('\n').filter(Boolean));
}

/** Returns the file itself and the test modules that it imports, directly or indirectly. */
function importsOf(root: string, file: string, found = new Set<string>()): Set<string> {
  const compiled = path.join(root, compiledOf(file));
  if (found.has(file) || !existsSync(compiled)) return found;
  found.add(file);
  for (const [, imported] of readFileSync(compiled, 'utf8').matchAll(/(?:from|import\(?) ?'(\.[^']+\.js)'/g))
    importsOf(root, sourceOf(path.relative(root, path.resolve(path.dirname(compiled), imported!))), found);
  return found;
}
