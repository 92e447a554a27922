/**
 * `npm test`: builds what has changed, checks the code and runs the core suites. Whatever is given after `--` goes to
 * Vitest, such as a part of a file's name.
 */
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compiledOf } from './compiled-code.ts';
import { countSkipped, type PartResult } from './part-report.ts';
import { duration, runCommand } from './run-command.ts';
import { runVitest } from './run-vitest.ts';
import { CORE_SUITES, LARGER_SUITES } from './suites.ts';
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

const given = process.argv.slice(2).map(compiledOf);
if (given.includes('--help') || given.includes('-h')) {
  say(`${HELP}\n${larger}`);
  process.exit(0);
}
/** What stands behind one of these is no name of a file. */
const TAKES_A_VALUE = ['-t', '--testNamePattern'];
const wanted = given.filter(
  (argument, place) => !argument.startsWith('-') && !TAKES_A_VALUE.includes(given[place - 1] ?? ''),
);

say('npm test runs, without retries:');
say('  build         what has changed');
say('  check         format, lint, types, licences');
if (wanted.length > 0) say(`  tests         of the suites below, in files named like ${wanted.join(', ')}`);
for (const { name, about } of CORE_SUITES) say(`  ${name.padEnd(13)} ${about}`);
if (wanted.length === 0)
  say(`About 3 minutes on two calm cores, 6 on a busy machine; ${TESTS_AT_ONCE} test files at a time.`);
say(`${larger}\n`);

await step('build', 'npm', ['run', '--silent', 'build']);
await step('check', 'npm', ['run', '--silent', 'check:code']);

const folder = await mkdtemp(join(tmpdir(), 'visavis-npm-test-'));
process.once('exit', () => rmSync(folder, { recursive: true }));
const { code, result, problems, interruptedBy } = await runVitest(
  ['--passWithNoTests', ...CORE_SUITES.map(({ name }) => `--project=${name}`), ...given],
  process.env.VISAVIS_TEST_REPORT ?? join(folder, 'report.json'),
  ['ignore', 'pipe', 'inherit'],
  (line) => {
    if (!LOG_OF_RTC_NODE.test(line)) say(line);
  },
);
if (interruptedBy) end(`npm test was ended by ${interruptedBy} after ${elapsed()}.`, 130);
for (const failure of [...(result?.failed ?? []), ...problems]) say(`FAILED ${failure}`);
// Where something keeps the tests from beginning, Vitest says why and fails.
if (code === 0 && result?.files === 0)
  end(`npm test FAILED: none of its test files is named like ${wanted.join(', ')}. ${larger}`, 1);
if (code === 0 && result?.passed === 0)
  end(`npm test FAILED: none of the tests in these files was run. ${larger}`, 1);
if (code !== 0) end(`npm test FAILED after ${elapsed()}: ${describe(result)}.`, code);
end(`npm test passed in ${elapsed()}: ${describe(result)}. ${larger}`, 0);

async function step(name: string, command: string, args: readonly string[]): Promise<void> {
  const begin = performance.now();
  const exitCode = await runCommand(command, args);
  const took = duration((performance.now() - begin) / 1000);
  if (exitCode !== 0)
    end(`npm test FAILED after ${elapsed()}: the ${name} found the faults above.`, exitCode);
  say(`${name}: passed in ${took}`);
}

function describe(result: PartResult | undefined): string {
  if (!result) return 'the tests did not come to their end';
  const { files, passed, failed } = result;
  if (files === 0) return 'no test began, for the reason above';
  return `${files} files, ${passed} tests passed, ${failed.length} failed, ${countSkipped([result])}`;
}

function end(text: string, exitCode: number): never {
  say(`\n${text}`);
  process.exit(exitCode);
}
