import { DefaultReporter, type TestModule } from 'vitest/node';

/** A line for each file as it ends: how many there were so far, of how many; failures in full at the end. */
export class Progress extends DefaultReporter {
  #files = 0;
  #ended = 0;

  constructor() {
    super({ summary: false, isTTY: false });
  }

  override onTestRunStart(specifications: Parameters<DefaultReporter['onTestRunStart']>[0]): void {
    super.onTestRunStart(specifications);
    this.#files = specifications.length;
  }

  override onTestModuleEnd(file: TestModule): void {
    this.#ended += 1;
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
  }
}

/** The name of the source: what is compiled has no other. */
export function nameOf(file: TestModule): string {
  return file.relativeModuleId
    .replace('/dist/', file.relativeModuleId.startsWith('tests/') ? '/' : '/src/')
    .replace(/\.js$/, '.ts');
}
