/**
 * `npm test`: checks the code, then runs the suites of the step `test`. `npm test -- talk-page` runs files of that name, of any
 * suite; whatever else is given goes to Vitest as well.
 * `npm run test:gate`: the suites of the step `gate`, of which a file that fails runs once more, alone, where `unproven` allows it.
 * `npm run test:all`: the check and every suite.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { compiledOf } from './compiled-code.ts';
import { inWords, type Result, readResult } from './report.ts';
import { whyNoSecondRun } from './second-run.ts';
import { SUITES } from './suites.ts';

/** Seen from the compiled file. */
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** The debug log of rtc-node, which it writes past every console wherever `NODE_ENV` is not `production`. */
const LOG_OF_RTC_NODE = /^\{"level":[12]0,.*"name":"lk-rtc"/;

const [step = 'test', ...given] = process.argv.slice(2);
const startedAt = performance.now();
const folder = mkdtempSync(join(tmpdir(), 'visavis-test-'));
process.once('exit', () => rmSync(folder, { recursive: true }));
// The command that runs gets it too, and says what it had done.
process.on('SIGINT', () => undefined);

const suites = SUITES.filter((suite) => step === 'all' || suite.step === step).map(
  ({ name }) => `--project=${name}`,
);
if (given.length > 0) {
  const { code } = await runVitest(given.map((argument) => compiledOf(argument.replace(/^\.\//, ''))));
  process.exit(code);
}
if (step !== 'gate') {
  const checked = await run(['release/check-code.mjs']);
  if (checked !== 0) end(checked, 'FAILED: the check found the faults above. Again: npm run check:code');
}
if (step === 'all') await run(['tests/dist/support/models/fetch-test-models.js']);
const { code, result } = await runVitest(suites);
if (step === 'gate') await endGate();
const larger = step === 'test' ? ' The larger suites: npm run test:all' : '';
end(code, `${code === 0 ? 'passed' : 'FAILED'}.${larger}`);

async function endGate(): Promise<never> {
  if (code === 0) end(0, 'passed. unsteady 0');
  const reason = whyNoSecondRun(ROOT, result);
  if (reason || !result) return end(code, `FAILED, without a second run: ${reason}`);
  for (const file of new Set(result.failures.map((failure) => failure.file))) {
    process.stdout.write(`\nonce more, alone: ${file}\n`);
    const second = await runVitest([compiledOf(file)]);
    if (second.code !== 0) end(second.code, `FAILED: ${file}, twice.`);
  }
  const { failures } = result;
  return end(0, `passed. unsteady ${failures.length}: ${failures.map(inWords).join('; ')}`);
}

async function runVitest(args: readonly string[]): Promise<{ code: number; result: Result | undefined }> {
  const path = join(folder, 'result.json');
  rmSync(path, { force: true });
  const exit = await run(['node_modules/vitest/vitest.mjs', 'run', ...args], { VISAVIS_TEST_REPORT: path });
  return { code: exit, result: readResult(path) };
}

/** Runs a program of Node to its end. @returns its exit code, 1 where a signal ended it */
async function run(args: readonly string[], env: Record<string, string> = {}): Promise<number> {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['inherit', 'pipe', 'inherit'],
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (!LOG_OF_RTC_NODE.test(line)) process.stdout.write(`${line}\n`);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (exit) => resolve(exit ?? 1));
  });
}

function end(exit: number, outcome: string): never {
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const name = step === 'gate' ? 'gate' : step === 'all' ? 'npm run test:all' : 'npm test';
  process.stdout.write(`\n${Math.floor(seconds / 60)} min ${seconds % 60} s\n${name} ${outcome}\n`);
  process.exit(exit);
}
