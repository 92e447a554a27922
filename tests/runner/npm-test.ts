/**
 * `npm test`: builds what has changed, checks the code and runs the core suites. Whatever is given after `--` goes to
 * Vitest, such as a part of a file's name.
 */
import { existsSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { compiledOf, findTests, removeOrphans } from './compiled-code.ts';
import { countSkipped } from './part-report.ts';
import { duration, ROOT, runCommand } from './run-command.ts';
import { runVitest } from './run-vitest.ts';
import { CORE_SUITES, LARGER_SUITES, suitesOf } from './suites.ts';
import { TESTS_AT_ONCE } from './tests-at-once.ts';

const HELP = `npm test                         the core suites
npm test -- sdp                  of them, the files whose names contain this
npm test -- tests/acceptance/pages.test.ts
                                 one file, as it is named where it ends
npm test -- sdp -t 'a codec'     of these files, the tests whose names contain this
Other options go to Vitest: npx vitest --help`;

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
const tests = findTests(ROOT).filter((file) => suitesOf(file).some((suite) => CORE_SUITES.includes(suite)));
const unknown = wanted.filter((name) => !tests.some((file) => file.includes(pathOf(name))));
if (unknown.length > 0)
  end(`npm test FAILED: none of its test files is named like ${unknown.join(', ')}. ${larger}`, 1);

await step('build', ['release/build-pages.mjs']);
await step('check', ['release/check-code.mjs']);

const folder = await mkdtemp(join(tmpdir(), 'visavis-npm-test-'));
process.once('exit', () => rmSync(folder, { recursive: true }));
const { code, result, failures, interruptedBy } = await runVitest(
  [
    ...CORE_SUITES.map(({ name }) => `--project=${name}`),
    ...given.map((argument, place) => (isName(argument, place) ? pathOf(argument) : argument)),
  ],
  process.env.VISAVIS_TEST_REPORT ?? join(folder, 'report.json'),
  ['ignore', 'pipe', 'inherit'],
  (line) => {
    if (!LOG_OF_RTC_NODE.test(line)) say(line);
  },
);
if (interruptedBy) end(`npm test was ended by ${interruptedBy} after ${elapsed()}.`, 130);
for (const failure of failures) say(`FAILED ${failure}`);
if (code === 0 && result?.passed === 0)
  end(`npm test FAILED: none of the tests in these files was run. ${larger}`, 1);
const outcome = result
  ? `${result.files} files, ${result.passed} tests passed, ${failures.length} failed, ${countSkipped([result])}`
  : `${failures.length} failed`;
if (code !== 0) end(`npm test FAILED after ${elapsed()}: ${outcome}.`, code);
end(`npm test passed in ${elapsed()}: ${outcome}. ${larger}`, 0);

/** The compiled file of a path, whole or in part; as it is printed, or as the shell completes it. */
function pathOf(name: string): string {
  const file = relative(ROOT, resolve(name));
  return compiledOf(existsSync(resolve(name)) && !file.startsWith('..') ? file : name);
}

async function step(name: string, args: readonly string[]): Promise<void> {
  const begin = performance.now();
  const exitCode = await runCommand(process.execPath, args);
  const took = duration((performance.now() - begin) / 1000);
  if (exitCode !== 0)
    end(`npm test FAILED after ${elapsed()}: the ${name} found the faults above.`, exitCode);
  say(`${name}: passed in ${took}`);
}

function end(text: string, exitCode: number): never {
  say(`\n${text}`);
  process.exit(exitCode);
}
