import { readFileSync, writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';
import { sourceOf } from './compiled-code.ts';

/** A test that failed, or a file that failed as a whole. */
export interface Failure {
  suite: string;
  /** The source, from the root. */
  file: string;
  /** Absent where the file failed as a whole: it could not be loaded, a hook failed, its process ended. */
  test?: string;
  /** In one line. */
  reason: string;
}

export interface Result {
  failures: Failure[];
  /** Errors that no test caught, and processes that ended. */
  errors: string[];
}

/** What a run came to; `undefined` where Vitest did not come to its end. */
export function readResult(path: string): Result | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Result;
  } catch {
    return undefined;
  }
}

/** As `tests/live/x.test.ts > name: reason`. */
export const inWords = ({ file, test, reason }: Failure): string =>
  `${file}${test ? ` > ${test}` : ''}: ${reason}`;

/** Prints a table of the suites and what failed in a line each; writes it to the file that `VISAVIS_TEST_REPORT` names. */
export class Report implements Reporter {
  onTestRunEnd(files: readonly TestModule[], uncaught: readonly SerializedError[]): void {
    const failures = files.flatMap(failuresOf);
    const errors = uncaught.map(({ message }) => oneLine(message));
    const suites = [...new Set(files.map(({ project }) => project.name))];
    if (suites.length > 0) print('suite', 'files', 'passed', 'failed', 'skipped', 'seconds');
    for (const suite of suites) {
      const own = files.filter(({ project }) => project.name === suite);
      const count = (state: string) => testsOf(own).filter((test) => test.result().state === state).length;
      const failed = failures.filter((failure) => failure.suite === suite).length;
      const seconds = own.reduce((sum, file) => sum + file.diagnostic().duration / 1000, 0);
      print(suite, own.length, count('passed'), failed, count('skipped'), Math.round(seconds));
    }
    for (const file of files) {
      const skipped = testsOf([file]).filter((test) => test.result().state === 'skipped').length;
      if (skipped > 0) say(`skipped: ${skipped} in ${nameOf(file)}`);
    }
    for (const failure of failures) say(`FAILED ${inWords(failure)}`);
    for (const error of errors) say(`FAILED, caught by no test: ${error}`);
    const path = process.env.VISAVIS_TEST_REPORT;
    if (path) writeFileSync(path, JSON.stringify({ failures, errors } satisfies Result));
  }
}

function failuresOf(file: TestModule): Failure[] {
  const place = { suite: file.project.name, file: nameOf(file) };
  const failures = testsOf([file])
    .filter((test) => test.result().state === 'failed' || test.result().state === 'pending')
    .map((test): Failure => ({ ...place, test: test.fullName, reason: reasonOf(test) }));
  if (failures.length > 0 || file.ok()) return failures;
  return [{ ...place, reason: oneLine(file.errors()[0]?.message ?? 'it did not come to its end') }];
}

/** The error, and what there was in place of what was expected. */
function reasonOf(test: TestCase): string {
  const { message = 'it did not come to its end', diff = '' } = test.result().errors?.[0] ?? {};
  const received = stripVTControlCharacters(diff)
    .split('\n')
    .filter((line) => line.startsWith('+ ') && !line.startsWith('+ Received'));
  return oneLine([message, ...received].join(' '));
}

const testsOf = (files: readonly TestModule[]) => files.flatMap((file) => [...file.children.allTests()]);
const nameOf = (file: TestModule) => sourceOf(file.relativeModuleId);
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 300);
const say = (text: string) => process.stdout.write(`${text}\n`);

function print(name: string, ...cells: (string | number)[]): void {
  say(name.padEnd(12) + cells.map((cell) => String(cell).padStart(9)).join(''));
}
