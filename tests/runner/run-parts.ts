/**
 * `npm run test:parts`: the larger suites, in parts, two at a time.
 *
 *   npm run test:parts                       all of them
 *   npm run test:parts -- live turn          those whose names contain one of these
 *   npm run test:parts -- --list             their names
 *   npm run test:parts -- --minutes 60       starts none later than that; names them at the end, and fails
 */
import { createWriteStream, readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { removeOrphans } from './compiled-code.ts';
import { countSkipped } from './part-report.ts';
import { PARTS, type Part } from './parts.ts';
import { runGroup } from './process-group.ts';
import { duration, ROOT, runCommand } from './run-command.ts';
import { runVitest, type VitestRun } from './run-vitest.ts';

interface Ended extends VitestRun {
  part: Part;
  seconds: number;
}

/** Parts at the same time: many wait for servers and for real time. */
const AT_ONCE = 2;
/** Of a part: CI has to come to its end. */
const LONGEST_MINUTES = 25;

const { values, positionals } = readArguments();
if (values.help) {
  say('npm run test:parts -- [parts of names] [--minutes N: starts none later] [--list]');
  process.exit(0);
}
const matches = (name: string, asked: string) =>
  PARTS.some((part) => part.name === asked) ? name === asked : name.includes(asked);
const unknown = positionals.filter((asked) => !PARTS.some(({ name }) => matches(name, asked)));
if (unknown.length > 0)
  refuse(`There is no part ${unknown.join(', ')}. There are: ${PARTS.map(({ name }) => name).join('; ')}.`);
const chosen = PARTS.filter(
  ({ name }) => positionals.length === 0 || positionals.some((asked) => matches(name, asked)),
);
if (values.list) {
  for (const { name } of chosen) say(name);
  process.exit(0);
}
const minutes = Number(values.minutes ?? Number.POSITIVE_INFINITY);
if (Number.isNaN(minutes)) refuse('--minutes takes a number.');

removeOrphans(ROOT);
if ((await runCommand(process.execPath, ['release/build-pages.mjs'])) !== 0) process.exit(1);
const startedAt = performance.now();
const latestStart = startedAt + minutes * 60_000;
let interruptedBy: NodeJS.Signals | undefined;
const folder = await mkdtemp(join(tmpdir(), 'visavis-parts-'));
const ended: Ended[] = [];
const late: Part[] = [];
say(
  `${chosen.length} parts, ${AT_ONCE} at a time; the output of each comes when it ends (and is in ${folder}).`,
);

const beside = chosen.filter(({ isAlone }) => !isAlone);
await Promise.all(Array.from({ length: AT_ONCE }, () => runEach(beside)));
await runEach(chosen.filter(({ isAlone }) => isAlone));
report();

async function runEach(waiting: Part[]): Promise<void> {
  for (let part = waiting.shift(); part; part = waiting.shift()) {
    if (interruptedBy || performance.now() > latestStart) late.push(part);
    else await runPart(part);
  }
}

async function runPart(part: Part): Promise<void> {
  const file = part.name.replaceAll(/\W+/g, '-');
  const reportPath = join(folder, `${file}.json`);
  const logPath = join(folder, `${file}.log`);
  const log = createWriteStream(logPath);
  await new Promise((resolve) => log.once('open', resolve));
  say(`begins: ${part.name}`);
  const begin = performance.now();
  const before = part.before
    ? await runGroup('npm', ['run', '--silent', part.before], { cwd: ROOT, stdio: ['ignore', log, log] })
    : undefined;
  interruptedBy ??= before?.interruptedBy;
  const run: VitestRun = interruptedBy
    ? { code: 1, result: undefined, failures: [], interruptedBy }
    : await runVitest(
        [`--project=${part.suite}`, ...(part.files ?? [])],
        reportPath,
        ['ignore', log, log],
        LONGEST_MINUTES,
      );
  await new Promise((resolve) => log.end(resolve));
  const seconds = (performance.now() - begin) / 1000;
  interruptedBy ??= run.interruptedBy;
  if (before && before.code !== 0 && !run.interruptedBy)
    run.failures.push(`npm run ${part.before} ended with ${before.code}`);
  ended.push({ ...run, part, seconds });
  say(`\n──── ${part.name} (${duration(seconds)}) ────\n${readFileSync(logPath, 'utf8')}`);
  const outcome = run.interruptedBy ? 'ended early' : run.failures.length === 0 ? 'passed' : 'FAILED';
  say(`${outcome}: ${part.name}, ${ended.length} of ${chosen.length} parts`);
}

function report(): never {
  const row = (...cells: readonly [string, ...(string | number)[]]) => {
    const [name, ...numbers] = cells;
    say(`${name.padEnd(58)}${numbers.map((cell) => String(cell).padStart(9)).join('')}`);
  };
  row('\npart', 'seconds', 'CPU s', 'files', 'passed', 'failed', 'skipped');
  for (const { part, seconds, failures, result } of ended) {
    row(
      part.name,
      Math.round(seconds),
      Math.round(result?.cpuSeconds ?? 0),
      result?.files ?? '?',
      result?.passed ?? '?',
      failures.length,
      result?.skipped ?? '?',
    );
  }
  const failures = ended.flatMap(({ part, failures: found, result }) =>
    found.map((failure) => (result?.failed.includes(failure) ? failure : `${part.name}: ${failure}`)),
  );
  for (const failure of failures) say(`FAILED ${failure}`);
  const notRun = [
    ...ended.flatMap(({ result }) =>
      (result?.notRun ?? []).map((name) => `${name} (what it needs is missing)`),
    ),
    ...ended.flatMap(({ part, interruptedBy: cut }) => (cut ? `${part.name} (ended early)` : [])),
    ...late.map(({ name }) => `${name} (${interruptedBy ? 'ended before' : 'no time left'})`),
  ];
  const results = ended.flatMap(({ result }) => result ?? []);
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const took = duration((performance.now() - startedAt) / 1000);
  say(`\n${passed} passed, ${failures.length} failed, ${countSkipped(results)}`);
  say(`${ended.length} parts in ${took}. Did not run: ${notRun.length > 0 ? notRun.join('; ') : 'nothing'}.`);
  if (interruptedBy) say(`Ended by ${interruptedBy}.`);
  if (interruptedBy) process.exit(130);
  if (failures.length > 0 || late.length > 0) process.exit(1);
  rmSync(folder, { recursive: true });
  process.exit(0);
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { list: { type: 'boolean' }, help: { type: 'boolean' }, minutes: { type: 'string' } },
    });
  } catch (error) {
    return refuse((error as Error).message);
  }
}

function refuse(reason: string): never {
  say(reason);
  process.exit(2);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
