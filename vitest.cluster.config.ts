import { defineConfig } from 'vitest/config';
import { RetriedTests } from './tests/support/retried-tests.ts';

// The scenarios that need a real server beside them; see `npm run test:cluster`.
export default defineConfig({
  test: {
    include: ['tests/dist/cluster/**/*.test.js'],
    globalSetup: 'tests/support/refuse-stale-tests.ts',
    pool: 'forks',
    maxWorkers: 1,
    retry: process.env.CI ? 1 : 0,
    reporters: ['default', ...(process.env.GITHUB_ACTIONS ? ['github-actions'] : []), new RetriedTests()],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
