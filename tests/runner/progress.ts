import { stripVTControlCharacters } from 'node:util';
import { DefaultReporter, type TestCase, type TestModule } from 'vitest/node';
import { sourceOf } from './compiled-code.ts';

/** A file that runs for so long is named, again and again. */
const LONG_MS = 120_000;

/** A line for each file as it ends: how many there were so far, of how many, and what failed; in full at the end. */
export class Progress extends DefaultReporter {
  #files = 0;
  #ended = 0;
  /** Files that run, and when they began. */
  readonly #running = new Map<string, number>();
  #looks: NodeJS.Timeout | undefined;

  constructor() {
    super({ summary: false, isTTY: false });
  }

  override onTestRunStart(specifications: Parameters<DefaultReporter['onTestRunStart']>[0]): void {
    super.onTestRunStart(specifications);
    this.#files = specifications.length;
    this.#looks = setInterval(() => this.#nameLong(), LONG_MS / 4);
  }

  override onTestModuleQueued(file: TestModule): void {
    super.onTestModuleQueued(file);
    this.#running.set(nameOf(file), performance.now());
  }

  override onTestRunEnd(...args: Parameters<DefaultReporter['onTestRunEnd']>): void {
    clearInterval(this.#looks);
    super.onTestRunEnd(...args);
  }

  #nameLong(): void {
    const now = performance.now();
    for (const [name, since] of this.#running)
      if (now - since > LONG_MS) this.log(`has run for ${Math.round((now - since) / 1000)} s: ${name}`);
  }

  override onTestModuleEnd(file: TestModule): void {
    this.#ended += 1;
    this.#running.delete(nameOf(file));
    const tests = [...file.children.allTests()];
    const states = tests.map((test) => test.result().state);
    const failed = states.filter((state) => state === 'failed').length;
    const skipped = states.filter((state) => state === 'skipped').length;
    const count = `${tests.length} test${tests.length === 1 ? '' : 's'}`;
    const seconds = (file.diagnostic().duration / 1000).toFixed(1);
    const notes = [
      count,
      ...(failed ? [`${failed} FAILED`] : []),
      ...(skipped ? [`${skipped} skipped`] : []),
    ];
    const mark = file.ok() ? 'ok  ' : 'FAIL';
    const place = `${String(this.#ended).padStart(String(this.#files).length)}/${this.#files}`;
    const line = `${place} ${mark} ${seconds.padStart(6)} s  ${nameOf(file)} (${notes.join(', ')})`;
    this.log(line);
    for (const test of tests)
      if (test.result().state === 'failed') this.log(`  FAILED ${test.fullName}: ${reasonOf(test)}`);
  }
}

/** The name of its source. */
export const nameOf = (file: TestModule): string => sourceOf(file.relativeModuleId);

const LONGEST_REASON = 300;

/** Why a test failed, in one line: the error, and what there was in place of what was expected. */
export function reasonOf(test: TestCase): string {
  const { message = 'it does not say why', diff = '' } = test.result().errors?.[0] ?? {};
  const received = stripVTControlCharacters(diff)
    .split('\n')
    .filter((line) => line.startsWith('+ ') && !line.startsWith('+ Received'));
  return [message, ...received].join(' ').replaceAll(/\s+/g, ' ').slice(0, LONGEST_REASON);
}
