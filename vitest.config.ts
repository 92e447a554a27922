import { defineConfig } from 'vitest/config';
import { RetriedTests } from './tests/support/retried-tests.ts';

// Tests run as compiled JavaScript: threads and child processes are then the very files that ship.
export default defineConfig({
  test: {
    include: [
      'contracts/dist/**/*.test.js',
      'client/generator/dist/**/*.test.js',
      'server/dist/**/*.test.js',
      'agents-plugin/dist/src/service/**/*.test.js',
      'tests/dist/{acceptance,live}/**/*.test.js',
    ],
    globalSetup: 'tests/support/refuse-stale-tests.ts',
    pool: 'forks',
    // More than cores: much of a live test is waiting for somebody to have spoken.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Live tests share two cores with a browser and native media threads; who needed a second try is named.
    retry: process.env.CI ? 1 : 0,
    reporters: ['default', ...(process.env.GITHUB_ACTIONS ? ['github-actions'] : []), new RetriedTests()],
  },
});
