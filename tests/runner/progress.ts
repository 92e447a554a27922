import { DefaultReporter, type TestModule } from 'vitest/node';
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
    for (const test of tests) {
      const { state, errors } = test.result();
      if (state === 'failed') this.log(`  FAILED ${test.fullName}: ${errors?.[0]?.message.split('\n')[0]}`);
    }
  }
}

/** The name of its source. */
export const nameOf = (file: TestModule): string => sourceOf(file.relativeModuleId);
