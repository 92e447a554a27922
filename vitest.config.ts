import { defineConfig } from 'vitest/config';
import { CostlyFiles } from './tests/support/costly-files.ts';
import { NATIVE_MODULES } from './tests/support/native-modules.ts';
import { RetriedTests } from './tests/support/retried-tests.ts';
import { WITH_MOCKED_MODULES, WITH_NATIVE_MEDIA } from './tests/support/test-groups.ts';

// Tests run as compiled JavaScript: threads and child processes are then the very files that ship.
export default defineConfig({
  test: {
    globalSetup: 'tests/support/refuse-stale-tests.ts',
    setupFiles: 'tests/support/measure-file.ts',
    pool: 'forks',
    // Threads of V8 that compile and collect garbage ahead only compete here, where each core has a test file of its own.
    execArgv: ['--v8-pool-size=1'],
    // More than cores: much of a live test is waiting for somebody to have spoken.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Live tests share two cores with a browser and native media threads; who needed a second try is named.
    retry: process.env.CI ? 1 : 0,
    reporters: [
      'default',
      ...(process.env.GITHUB_ACTIONS ? ['github-actions'] : []),
      new RetriedTests(),
      new CostlyFiles(),
    ],
    projects: [
      {
        extends: true,
        test: {
          name: 'tests',
          include: [
            'contracts/dist/**/*.test.js',
            'client/generator/dist/**/*.test.js',
            'server/dist/**/*.test.js',
            'agents-plugin/dist/src/service/**/*.test.js',
            'tests/dist/acceptance/**/*.test.js',
          ],
          exclude: [...WITH_MOCKED_MODULES, ...WITH_NATIVE_MEDIA],
          server: { deps: NATIVE_MODULES },
          // The files of a process load the service once, which took a third of their processor time. They must leave
          // nothing behind in it: no fake clock, no spy, no variable of the environment.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'live',
          include: WITH_NATIVE_MEDIA,
          server: { deps: NATIVE_MODULES },
        },
      },
      { extends: true, test: { name: 'mocked modules', include: WITH_MOCKED_MODULES } },
    ],
  },
});
