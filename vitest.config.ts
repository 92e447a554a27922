import { defineConfig } from 'vitest/config';
import { PartReport } from './tests/runner/part-report.ts';
import { Progress } from './tests/runner/progress.ts';
import { SUITES, type Suite } from './tests/runner/suites.ts';
import { TESTS_AT_ONCE } from './tests/runner/tests-at-once.ts';

/**
 * What Vitest leaves to Node to load: compiled code, as the service itself is loaded. Vitest would read and rewrite every
 * file of it for each test file, which takes more of the processor than many a test.
 */
const LOADED_BY_NODE = { external: [/\/dist\/(?!.*\.test\.js$)/] };
/** Only what hangs takes so long, on the slowest machine too. No test is tried again. */
const HANGS_MS = 300_000;

// Tests run as compiled JavaScript: threads and child processes are then the very files that ship.
export default defineConfig({
  test: {
    pool: 'forks',
    // Threads of V8 that compile and collect garbage ahead only compete here, where each core has a test file of its own.
    execArgv: ['--v8-pool-size=1'],
    maxWorkers: TESTS_AT_ONCE,
    // The others would be left out in silence.
    allowOnly: false,
    testTimeout: HANGS_MS,
    hookTimeout: HANGS_MS,
    expect: { poll: { timeout: HANGS_MS } },
    // The log of a process under test is of interest where its test fails.
    silent: 'passed-only',
    reporters: [new Progress(), ...(process.env.GITHUB_ACTIONS ? ['github-actions'] : []), new PartReport()],
    setupFiles: 'tests/runner/measure-file.ts',
    projects: SUITES.map((suite) => ({ extends: true as const, test: testOptions(suite) })),
  },
});

function testOptions(suite: Suite) {
  const { name, include, exclude = [], sharesProcesses, loadsAsShipped, globalSetup, env, workers } = suite;
  return {
    name,
    include,
    exclude,
    globalSetup: ['tests/runner/refuse-stale-tests.ts', ...(globalSetup ? [globalSetup] : [])],
    ...(sharesProcesses && { isolate: false }),
    ...(loadsAsShipped && { server: { deps: LOADED_BY_NODE } }),
    ...(env && { env }),
    ...(workers && { maxWorkers: workers, sequence: { groupOrder: workers } }),
  };
}
