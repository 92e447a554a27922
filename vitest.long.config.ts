import { defineConfig } from 'vitest/config';
import { NATIVE_MODULES } from './tests/support/native-modules.ts';
import { RetriedTests } from './tests/support/retried-tests.ts';
import { SAMPLED_IN_NPM_TEST } from './tests/support/test-groups.ts';

// Conversations of minutes, through every provider's protocol, and all cases of what `npm test` takes samples of.
export default defineConfig({
  test: {
    // The second is in `npm test` too, but there the runtime is seldom; this suite fetches it first.
    include: ['tests/dist/long/**/*.test.js', 'tests/dist/live/onnx-models.test.js', ...SAMPLED_IN_NPM_TEST],
    env: { VISAVIS_TEST_THOROUGH: '1' },
    server: { deps: NATIVE_MODULES },
    globalSetup: 'tests/support/refuse-stale-tests.ts',
    pool: 'forks',
    maxWorkers: 2,
    retry: process.env.CI ? 1 : 0,
    reporters: ['default', ...(process.env.GITHUB_ACTIONS ? ['github-actions'] : []), new RetriedTests()],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
