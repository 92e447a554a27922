import { DefaultReporter, type TestModule } from 'vitest/node';

/** Where no file has ended for so long, those that run are named. */
const SILENT_MS = 120_000;

/** A line for each file as it ends: how many there were so far, of how many; failures in full at the end. */
export class Progress extends DefaultReporter {
  #files = 0;
  #ended = 0;
  /** Files that run, and when they began. */
  readonly #running = new Map<string, number>();
  #silence: NodeJS.Timeout | undefined;

  constructor() {
    super({ summary: false, isTTY: false });
  }

  override onTestRunStart(specifications: Parameters<DefaultReporter['onTestRunStart']>[0]): void {
    super.onTestRunStart(specifications);
    this.#files = specifications.length;
    this.#silence = setInterval(() => this.#nameRunning(), SILENT_MS);
  }

  onTestModuleStart(file: TestModule): void {
    this.#running.set(nameOf(file), performance.now());
  }

  override onTestRunEnd(...args: Parameters<DefaultReporter['onTestRunEnd']>): void {
    clearInterval(this.#silence);
    super.onTestRunEnd(...args);
  }

  #nameRunning(): void {
    const now = performance.now();
    for (const [name, since] of this.#running)
      this.log(`runs for ${Math.round((now - since) / 1000)} s: ${name}`);
  }

  override onTestModuleEnd(file: TestModule): void {
    this.#ended += 1;
    this.#running.delete(nameOf(file));
    this.#silence?.refresh();
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
