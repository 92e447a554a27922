import { defineConfig } from 'vitest/config';
import { RetriedTests } from './tests/support/retried-tests.ts';

// Conversations of minutes, through every provider's protocol; see `npm run test:long`.
export default defineConfig({
  test: {
    // The second is in `npm test` too, but there the runtime is seldom; this suite fetches it first.
    include: ['tests/dist/long/**/*.test.js', 'tests/dist/live/onnx-models.test.js'],
    globalSetup: 'tests/support/refuse-stale-tests.ts',
    pool: 'forks',
    maxWorkers: 2,
    retry: process.env.CI ? 1 : 0,
    reporters: ['default', ...(process.env.GITHUB_ACTIONS ? ['github-actions'] : []), new RetriedTests()],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
