import { readFileSync, writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';
import { sourceOf } from './compiled-code.ts';

/** A failed test, or a file that failed as a whole. */
export interface Failure {
  suite: string;
  /** The source file, relative to the root. */
  file: string;
  /** Empty if the file failed as a whole: it could not be loaded, a hook failed, or its process ended. */
  test: string;
  /** One line. */
  reason: string;
}

export interface Result {
  failures: Failure[];
  /** Uncaught errors, and processes that ended. */
  errors: string[];
}

/** Reads the result of a run, or returns `undefined` if Vitest did not finish. */
export function readResult(path: string): Result | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Result;
  } catch {
    return undefined;
  }
}

/** Formats a failure as `tests/live/x.test.ts > name: reason`. */
export const inWords = ({ file, test, reason }: Failure): string =>
  `${file}${test && ` > ${test}`}: ${reason}`;

/** Prints a table of the suites and a line per failure. Also writes the result to the file in `VISAVIS_TEST_REPORT`. */
export class Report implements Reporter {
  onTestRunEnd(files: readonly TestModule[], uncaught: readonly SerializedError[]): void {
    const failures = files.flatMap(failuresOf);
    const errors = uncaught.map(({ message }) => oneLine(message));
    if (files.length > 0) print('suite', 'files', 'passed', 'failed', 'skipped', 'seconds');
    for (const suite of new Set(files.map(({ project }) => project.name))) {
      const own = files.filter(({ project }) => project.name === suite);
      const tests = (state: string) => own.flatMap(inState(state)).length;
      const failed = failures.filter((failure) => failure.suite === suite).length;
      const seconds = own.reduce((sum, file) => sum + file.diagnostic().duration / 1000, 0);
      print(suite, own.length, tests('passed'), failed, tests('skipped'), Math.round(seconds));
    }
    for (const file of files) {
      const { length } = inState('skipped')(file);
      if (length > 0) say(`skipped: ${length} in ${nameOf(file)}`);
    }
    for (const failure of failures) say(`FAILED ${inWords(failure)}`);
    for (const error of errors) say(`FAILED, caught by no test: ${error}`);
    const path = process.env.VISAVIS_TEST_REPORT;
    if (path) writeFileSync(path, JSON.stringify({ failures, errors } satisfies Result));
  }
}

function failuresOf(file: TestModule): Failure[] {
  const place = { suite: file.project.name, file: nameOf(file) };
  const unended = 'it did not come to its end';
  const tests = inState('failed', 'pending')(file);
  const failures = tests.map((test): Failure => {
    const { message = unended } = test.result().errors?.[0] ?? {};
    return { ...place, test: test.fullName, reason: oneLine(message) };
  });
  if (failures.length > 0 || file.ok()) return failures;
  return [{ ...place, test: '', reason: oneLine(file.errors()[0]?.message ?? unended) }];
}

const inState =
  (...states: string[]) =>
  (file: TestModule) =>
    [...file.children.allTests()].filter((test) => states.includes(test.result().state));
const nameOf = (file: TestModule) => sourceOf(file.relativeModuleId);
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 300);
const say = (text: string) => process.stdout.write(`${text}\n`);
const print = (name: string, ...cells: (string | number)[]) =>
  say(name.padEnd(12) + cells.map((cell) => String(cell).padStart(9)).join(''));
