/**
 * `npm run test:canaries`: introduces one defect after another into a fresh clone of the last commit. A test of
 * the gate must fail for each. `npm run test:canaries -- csp` runs only those whose name contains "csp".
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compiledOf } from '../runner/compiled-code.ts';
import { inWords, readResult } from '../runner/report.ts';
import { suiteOf } from '../runner/suites.ts';
import { CANARIES, type Canary } from './canary-list.ts';

const asked = process.argv[2] ?? '';
const folder = mkdtempSync(join(tmpdir(), 'visavis-canaries-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const clone = join(folder, 'clone');
run('git', ['clone', '--quiet', fileURLToPath(new URL('../../../', import.meta.url)), clone], folder);
run('npm', ['ci', '--no-audit', '--no-fund', '--silent'], clone);

const refused = CANARIES.filter(({ name }) => name.includes(asked)).map(isRefused);
process.exit(refused.every(Boolean) ? 0 : 1);

function isRefused({ name, file, find, replace, refusedBy }: Canary): boolean {
  const path = join(clone, file);
  const original = readFileSync(path, 'utf8');
  if (original.split(find).length !== 2) throw new Error(`${file} has not once: ${find}`);
  const suite = suiteOf(compiledOf(refusedBy));
  if (!suite || suite.step === 'all') throw new Error(`The gate does not run ${refusedBy}.`);
  const report = join(folder, 'result.json');
  rmSync(report, { force: true });
  writeFileSync(
    path,
    original.replace(find, () => replace),
  );
  // Vitest's configuration compiles the changed files.
  const { status, stdout } = spawnSync('npx', ['vitest', 'run', '--bail=1', compiledOf(refusedBy)], {
    cwd: clone,
    encoding: 'utf8',
    env: { ...process.env, VISAVIS_TEST_REPORT: report },
    maxBuffer: 2 ** 28,
  });
  writeFileSync(path, original);
  const failures = readResult(report)?.failures;
  if (!failures) throw new Error(`${name}: the tests did not run\n${stdout.slice(-2_000)}`);
  if (status === 0 || failures.length === 0) {
    process.stdout.write(`NOT REFUSED: ${name}\n`);
    return false;
  }
  process.stdout.write(`refused: ${name}\n  by ${inWords(failures[0]!)}\n`);
  return true;
}

function run(command: string, args: string[], cwd: string): void {
  if (spawnSync(command, args, { cwd, stdio: 'inherit' }).status !== 0)
    throw new Error(`${command} ${args.join(' ')} failed`);
}
