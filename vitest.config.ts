import { spawnSync } from 'node:child_process';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { removeOrphans } from './tests/runner/compiled-code.ts';
import { Report } from './tests/runner/report.ts';
import { FILES_AT_ONCE, SUITES, type Suite } from './tests/runner/suites.ts';

/**
 * What Vitest leaves to Node to load: compiled code, as the service itself is loaded. Vitest would read and rewrite every
 * file of it for each test file, which takes more of the processor than many a test.
 */
const LOADED_BY_NODE = { external: [/\/dist\/(?!.*\.test\.js$)/] };
/** Only what hangs takes so long, on the slowest machine too. No test is tried again. */
const HANGS_MS = 300_000;

const isPacked = Boolean(process.env.VISAVIS_TEST_PACKED);

// Tests run as compiled JavaScript: threads and child processes are then the very files that ship.
removeOrphans('.');
for (const args of isPacked ? [] : [['release/compile.mjs'], ['release/build-pages.mjs']])
  if (spawnSync(process.execPath, args, { stdio: 'inherit' }).status !== 0) process.exit(1);

export default defineConfig({
  test: {
    maxWorkers: FILES_AT_ONCE,
    // Of a single test, to be named.
    slowTestThreshold: 10_000,
    reporters: ['default', ...(process.env.GITHUB_ACTIONS ? ['github-actions'] : []), new Report()],
    projects: SUITES.map(projectOf),
  },
});

function projectOf(suite: Suite, place: number): TestProjectInlineConfiguration {
  const { name, include, sharesProcesses, replacesModules, globalSetup, atOnce } = suite;
  return {
    test: {
      name,
      include: [...include],
      exclude: SUITES.slice(0, place).flatMap((before) => before.include),
      pool: 'forks',
      // Threads of V8 that compile and collect garbage ahead only compete here, where each core has a test file of its own.
      execArgv: ['--v8-pool-size=1'],
      // The others would be left out in silence.
      allowOnly: false,
      ...(isPacked && { setupFiles: ['tests/dist/packed/only-installed.js'] }),
      testTimeout: HANGS_MS,
      hookTimeout: HANGS_MS,
      expect: { poll: { timeout: HANGS_MS } },
      // The log of a process under test is of interest where its test fails.
      silent: 'passed-only',
      globalSetup: ['tests/support/remove-kept-databases.ts', ...(globalSetup ? [globalSetup] : [])],
      isolate: !sharesProcesses,
      ...(!replacesModules && { server: { deps: LOADED_BY_NODE } }),
      // The suites of many small files come first, and those of which one file fills a machine last.
      maxWorkers: atOnce ?? FILES_AT_ONCE,
      sequence: { groupOrder: atOnce ? 3 - atOnce : 0 },
    },
  };
}
