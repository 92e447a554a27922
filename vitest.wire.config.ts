import { defineConfig } from 'vitest/config';
import { RetriedTests } from './tests/support/retried-tests.ts';

// What the engines send and take, against the vendors' own published types; see `npm run test:wire`.
export default defineConfig({
  test: {
    include: ['tests/dist/{wire,vendors}/**/*.test.js'],
    globalSetup: ['tests/support/refuse-stale-tests.ts', 'tests/dist/wire/prepare.js'],
    pool: 'forks',
    maxWorkers: 2,
    retry: process.env.CI ? 1 : 0,
    reporters: ['default', ...(process.env.GITHUB_ACTIONS ? ['github-actions'] : []), new RetriedTests()],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
