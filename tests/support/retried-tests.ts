import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** Names the tests that passed only on a second try, so that retries do not hide flaky tests. */
export class RetriedTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const retried = modules.flatMap((file) =>
      [...file.children.allTests()].filter((test) => triesOf(test) > 1).map((test) => [file, test] as const),
    );
    if (retried.length === 0) return;
    process.stdout.write(`\nTried again (${retried.length}):\n`);
    for (const [file, test] of retried)
      process.stdout.write(
        `  ${test.result().state} at try ${triesOf(test)}: ${file.relativeModuleId} > ${test.fullName}\n`,
      );
  }
}

const triesOf = (test: TestCase) => (test.diagnostic()?.retryCount ?? 0) + 1;
