/**
 * `npm test`: builds what has changed, then checks the code while it runs the core suites. Whatever is given after `--` goes to
 * Vitest, such as a part of a file's name.
 */
import { existsSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { compiledOf, findTests, removeOrphans } from './compiled-code.ts';
import { countSkipped } from './part-report.ts';
import { runGroup } from './process-group.ts';
import { duration, ROOT, runCommand } from './run-command.ts';
import { runVitest } from './run-vitest.ts';
import { CORE_SUITES, LARGER_SUITES, suitesOf } from './suites.ts';
import { TESTS_AT_ONCE } from './tests-at-once.ts';

const HELP = `npm test                         the core suites
npm test -- sdp                  of them, the files whose names contain this
npm test -- tests/acceptance/faces.test.ts
                                 one file, as it is named where it ends
npm test -- sdp -t 'a codec'     of these files, the tests whose names contain this
Other options go to Vitest: npx vitest --help`;

/** On the busiest machine. What hangs is ended much sooner, each test by itself. */
const LONGEST_MINUTES = 75;

/** The debug log of rtc-node, which it writes past every console wherever `NODE_ENV` is not `production`. */
const LOG_OF_RTC_NODE = /^\{"level":[12]0,.*"name":"lk-rtc"/;

const startedAt = performance.now();
const elapsed = () => duration((performance.now() - startedAt) / 1000);
const say = (text: string) => process.stdout.write(`${text}\n`);
const larger = `The larger suites (${LARGER_SUITES.map(({ name }) => name).join(', ')}): npm run test:all`;

const given = process.argv.slice(2);
if (given.includes('--help') || given.includes('-h')) {
  say(`${HELP}\n${larger}`);
  process.exit(0);
}
if (given.some((argument) => argument.startsWith('--reporter')))
  end('npm test FAILED: it has reporters of its own. With another: npx vitest run --reporter=…', 2);
if (given.some((argument) => argument.startsWith('--retry')))
  end('npm test FAILED: it runs without retries. With them: npx vitest run --retry=…', 2);
/** What stands behind one of these is no name of a file. */
const TAKES_A_VALUE = /^(?:-t|--(?:testNamePattern|project|bail|shard|testTimeout|maxWorkers))$/;
const isName = (argument: string, place: number) =>
  !argument.startsWith('-') && !TAKES_A_VALUE.test(given[place - 1] ?? '');
const wanted = given.filter(isName);

say('npm test runs, without retries:');
say('  build         what has changed');
say('  check         format, lint, types, licences');
if (wanted.length > 0) say(`  tests         of the suites below, in files named like ${wanted.join(', ')}`);
for (const { name, about } of CORE_SUITES) say(`  ${name.padEnd(13)} ${about}`);
if (wanted.length === 0)
  say(`About 3 minutes on two calm cores, 6 on a busy machine; ${TESTS_AT_ONCE} test files at a time.`);
say(`${larger}\n`);

removeOrphans(ROOT);
const [core, others] = [CORE_SUITES, LARGER_SUITES].map((suites) =>
  findTests(ROOT).filter((file) => suitesOf(file).some((suite) => suites.includes(suite))),
) as [string[], string[]];
const isNamed = (name: string) => (file: string) => file.includes(pathOf(name));
const unknown = wanted.filter((name) => !core.some(isNamed(name)));
if (unknown.length > 0) {
  const elsewhere = others.filter((file) => unknown.some((name) => isNamed(name)(file)));
  const hint =
    elsewhere.length > 0
      ? `A larger suite has them: npx vitest run --project=${suitesOf(elsewhere[0]!)[0]!.name} ${elsewhere.slice(0, 3).join(' ')}`
      : larger;
  end(`npm test FAILED: none of its test files is named like ${unknown.join(', ')}. ${hint}`, 1);
}

const further =
  wanted.length === 0 ? [] : others.filter((file) => wanted.some((name) => isNamed(name)(file)));
if (further.length > 0) say(`${further.length} further files of these names are in the larger suites.\n`);

const begin = performance.now();
const built = await runCommand(process.execPath, ['release/build-pages.mjs']);
if (built !== 0) end(`npm test FAILED after ${elapsed()}: the build found the faults above.`, built);
say(`build: passed in ${duration((performance.now() - begin) / 1000)}`);
const checking = runCheck();

const folder = await mkdtemp(join(tmpdir(), 'visavis-npm-test-'));
process.once('exit', () => rmSync(folder, { recursive: true }));
const { code, result, failures, interruptedBy } = await runVitest(
  [
    ...CORE_SUITES.map(({ name }) => `--project=${name}`),
    ...given.map((argument, place) => (isName(argument, place) ? pathOf(argument) : argument)),
  ],
  process.env.VISAVIS_TEST_REPORT ?? join(folder, 'report.json'),
  ['ignore', 'pipe', 'inherit'],
  LONGEST_MINUTES,
  (line) => {
    if (!LOG_OF_RTC_NODE.test(line)) say(line);
  },
);
if (interruptedBy) end(`npm test was ended by ${interruptedBy} after ${elapsed()}.`, 130);
const checked = await checking;
for (const failure of failures) say(`FAILED ${failure}`);
if (checked !== 0) say('FAILED check: it found the faults above. Again: npm run check:code');
if (code === 0 && result?.passed === 0)
  end(`npm test FAILED: none of the tests in these files was run. ${larger}`, 1);
const outcome = result
  ? `${result.files} files, ${result.passed} tests passed, ${failures.length} failed, ${countSkipped([result])}`
  : `${failures.length} failed`;
if (code !== 0 || checked !== 0)
  end(
    `npm test FAILED after ${elapsed()}: ${outcome}${checked === 0 ? '' : ', and the check failed'}.`,
    code || checked,
  );
end(`npm test passed in ${elapsed()}: ${outcome}. ${larger}`, 0);

/** The compiled file of a path, whole or in part; as it is printed, or as the shell completes it. */
function pathOf(name: string): string {
  const file = relative(ROOT, resolve(name));
  return compiledOf(existsSync(resolve(name)) && !file.startsWith('..') ? file : name);
}

/** Takes what the tests leave of the processor. @returns its exit code */
async function runCheck(): Promise<number> {
  const { code } = await runGroup(process.execPath, ['release/check-code.mjs', '--low-priority'], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  if (code === 0) say(`check: passed after ${elapsed()}`);
  return code;
}

function end(text: string, exitCode: number): never {
  say(`\n${text}`);
  process.exit(exitCode);
}
