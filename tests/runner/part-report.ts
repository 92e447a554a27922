import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, relative } from 'node:path';
import type { Reporter, SerializedError, TestModule, TestSpecification } from 'vitest/node';
import { sourceOf } from './compiled-code.ts';
import { nameOf, reasonOf } from './progress.ts';

/** What a run of Vitest came to, for the tables of `npm run test:parts` and `npm run test:steady`. */
export interface PartResult {
  files: number;
  passed: number;
  /** `file > describe > test: the error's first line`; a file that could not be loaded stands alone; and errors that no test caught. */
  failed: string[];
  skipped: number;
  /** As `4 in tests/engines/conformance.test.ts`. */
  skippedIn: string[];
  /** Files of which no test ran. */
  notRun: string[];
  /** CPU time of the test files, with the processes that they started; 0 where it is not known. */
  cpuSeconds: number;
}

/** A file whose process has died is named by what has not ended: its tests, or the file. */
const OF_A_DEAD_PROCESS = '[vitest-pool]';
/** Files that skip tests are named, up to so many. */
const LISTED = 20;

/** What such a file says; `undefined` where Vitest did not come to its end. */
export function readPartResult(path: string): PartResult | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as PartResult;
  } catch {
    return undefined;
  }
}

/** As `4 skipped (4 in tests/engines/conformance.test.ts)`. */
export function countSkipped(results: readonly PartResult[]): string {
  const count = results.reduce((sum, { skipped }) => sum + skipped, 0);
  if (count === 0) return '0 skipped';
  const places = results.flatMap(({ skippedIn }) => skippedIn);
  const more = places.length > LISTED ? ` and ${places.length - LISTED} more files` : '';
  return `${count} skipped (${places.slice(0, LISTED).join(', ')}${more})`;
}

/** Writes the result to the file that `VISAVIS_TEST_REPORT` names, and the costly files where `VISAVIS_TEST_COSTS` asks for them. */
export class PartReport implements Reporter {
  #asked: string[] = [];

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#asked = specifications.map(({ moduleId, project }) =>
      sourceOf(relative(project.vitest.config.root, moduleId)),
    );
  }

  onTestRunEnd(files: readonly TestModule[], errors: readonly SerializedError[]): void {
    const path = process.env.VISAVIS_TEST_REPORT;
    if (path) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, JSON.stringify(resultOf(this.#asked, files, errors), undefined, 2));
    }
    const listed = Number(process.env.VISAVIS_TEST_COSTS ?? 0);
    if (listed > 0) printCosts(files, listed);
  }
}

function resultOf(
  asked: readonly string[],
  files: readonly TestModule[],
  errors: readonly SerializedError[],
): PartResult {
  const result: PartResult = {
    files: files.length,
    passed: 0,
    failed: errors
      .filter(({ message }) => !message.startsWith(OF_A_DEAD_PROCESS))
      .map(({ message, VITEST_TEST_PATH: file }) => {
        const place = typeof file === 'string' ? ` (${basename(file, '.js')})` : '';
        return `an error that no test caught: ${message}${place}`;
      }),
    skipped: 0,
    skippedIn: [],
    notRun: [],
    cpuSeconds: 0,
  };
  for (const file of files) {
    const tests = [...file.children.allTests()];
    const failed = tests.filter((test) => test.result().state === 'failed');
    const passed = tests.filter((test) => test.result().state === 'passed').length;
    result.failed.push(...failed.map((test) => `${nameOf(file)} > ${test.fullName}: ${reasonOf(test)}`));
    const unended = tests.filter((test) => test.result().state === 'pending').length;
    const hasEnded = !['queued', 'pending'].includes(file.state());
    if (unended > 0) result.failed.push(`${nameOf(file)} (${unended} tests did not come to their end)`);
    else if (!hasEnded) result.failed.push(`${nameOf(file)} (its process ended before its tests were known)`);
    else if (failed.length === 0 && !file.ok()) result.failed.push(nameOf(file));
    result.passed += passed;
    const skipped = tests.length - passed - failed.length - unended;
    result.skipped += skipped;
    if (skipped > 0) result.skippedIn.push(`${skipped} in ${nameOf(file)}`);
    if (tests.length > 0 && passed + failed.length === 0) result.notRun.push(nameOf(file));
    result.cpuSeconds += file.meta().cpuSeconds ?? 0;
  }
  const begun = new Set(files.map(nameOf));
  const missing = asked.filter((name) => !begun.has(name));
  result.failed.push(...missing.map((name) => `${name} (was not begun)`));
  return result;
}

function printCosts(files: readonly TestModule[], listed: number): void {
  const line = (cpu: string, wall: string, name: string) =>
    `${cpu.padStart(8)}${wall.padStart(8)}  ${name}\n`;
  const costs = files
    .map((file) => ({
      name: nameOf(file),
      cpu: file.meta().cpuSeconds ?? 0,
      wall: file.diagnostic().duration / 1000,
    }))
    .sort((a, b) => b.cpu - a.cpu);
  const sum = (key: 'cpu' | 'wall') => costs.reduce((total, cost) => total + cost[key], 0).toFixed(0);
  process.stdout.write(`\n${line('CPU s', 'wall s', 'file')}`);
  for (const { name, cpu, wall } of costs.slice(0, listed))
    process.stdout.write(line(cpu.toFixed(1), wall.toFixed(1), name));
  process.stdout.write(line(sum('cpu'), sum('wall'), `all ${costs.length}`));
}
