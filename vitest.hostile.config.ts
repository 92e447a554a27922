import { defineConfig } from 'vitest/config';
import { RetriedTests } from './tests/support/retried-tests.ts';

// A hostile process against a real service, one scenario a file; see `npm run test:hostile`.
export default defineConfig({
  test: {
    include: ['tests/dist/hostile/**/*.test.js'],
    globalSetup: 'tests/support/refuse-stale-tests.ts',
    pool: 'forks',
    // Each scenario measures how long it holds the service: nothing else may run beside it.
    maxWorkers: 1,
    retry: process.env.CI ? 1 : 0,
    reporters: ['default', ...(process.env.GITHUB_ACTIONS ? ['github-actions'] : []), new RetriedTests()],
    testTimeout: 240_000,
    hookTimeout: 60_000,
  },
});
