import { defineConfig } from 'vitest/config';
import { RetriedTests } from './tests/support/retried-tests.ts';

// What people see, in a real browser: each file has a service and a browser of its own.
export default defineConfig({
  test: {
    include: ['tests/dist/browser/**/*.test.js'],
    globalSetup: 'tests/support/refuse-stale-tests.ts',
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 180_000,
    retry: process.env.CI ? 1 : 0,
    reporters: ['default', ...(process.env.GITHUB_ACTIONS ? ['github-actions'] : []), new RetriedTests()],
  },
});
