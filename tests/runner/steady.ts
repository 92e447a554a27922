/**
 * `npm run test:steady -- 10 --load 6`: a fresh clone of what is committed, then `npm test` in it so many times beside
 * that many busy programs. Prints what failed and how often; ends with 1 where anything did.
 */
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readPartResult } from './part-report.ts';
import { duration, ROOT, runCommand } from './run-command.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { load: { type: 'string', default: '0' }, help: { type: 'boolean' }, keep: { type: 'boolean' } },
});
const runs = Number(positionals[0] ?? 3);
const load = Number(values.load);
if (values.help || !Number.isInteger(runs) || runs < 1 || !Number.isInteger(load) || load < 0) {
  say('npm run test:steady -- <runs> [--load <busy programs beside it>] [--keep: keeps clone and logs]');
  process.exit(values.help ? 0 : 2);
}

const folder = await mkdtemp(join(tmpdir(), 'visavis-steady-'));
const clone = join(folder, 'clone');
say(`A fresh clone in ${clone}, and its packages:`);
await must('git', ['clone', '--quiet', ROOT, clone]);
const cloning = performance.now();
await must('npm', ['ci', '--no-audit', '--no-fund', '--silent'], clone);
say(`npm ci: ${duration((performance.now() - cloning) / 1000)}`);

const failures = new Map<string, number>();
const seconds: number[] = [];
const busy = Array.from({ length: load }, () =>
  spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
);
process.once('exit', stopBusy);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
let failedRuns = 0;
for (let run = 1; run <= runs; run++) {
  const logPath = join(folder, `run-${run}.log`);
  const reportPath = join(folder, `run-${run}.json`);
  const log = createWriteStream(logPath);
  await new Promise((resolve) => log.once('open', resolve));
  const begin = performance.now();
  const code = await runCommand('npm', ['test'], {
    cwd: clone,
    env: { ...process.env, VISAVIS_TEST_REPORT: reportPath },
    stdio: ['ignore', log, log],
  });
  await new Promise((resolve) => log.end(resolve));
  seconds.push((performance.now() - begin) / 1000);
  const failed = new Set(readPartResult(reportPath)?.failed);
  if (code !== 0) {
    failedRuns += 1;
    if (failed.size === 0) failed.add('the run itself, or a step before the tests: see its log');
  }
  for (const name of failed) failures.set(name, (failures.get(name) ?? 0) + 1);
  say(
    `run ${run} of ${runs}: ${code === 0 ? 'passed' : `FAILED (${logPath})`} in ${duration(seconds.at(-1)!)}`,
  );
  for (const name of failed) say(`  ${name}`);
}
stopBusy();

const sorted = seconds.toSorted((a, b) => a - b);
say(
  `\n${runs} runs beside ${load} busy programs, without retries: ${runs - failedRuns} passed, ${failedRuns} failed`,
);
say(
  `shortest ${duration(sorted[0]!)}, median ${duration(sorted[Math.floor(runs / 2)]!)}, longest ${duration(sorted.at(-1)!)}`,
);
for (const [name, times] of [...failures].sort((a, b) => b[1] - a[1])) say(`${times} of ${runs}: ${name}`);
if (failedRuns === 0 && !values.keep) await rm(folder, { recursive: true });
else say(`Clone and logs: ${folder}`);
process.exit(failedRuns === 0 ? 0 : 1);

async function must(command: string, args: readonly string[], cwd = ROOT): Promise<void> {
  const code = await runCommand(command, args, { cwd });
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}`);
}

function stopBusy(): void {
  for (const program of busy) program.kill('SIGKILL');
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
