import { defineConfig } from 'vitest/config';

// The scenarios that need a real server beside them; see `npm run test:cluster`.
export default defineConfig({
  test: {
    include: ['tests/dist/cluster/**/*.test.js'],
    pool: 'forks',
    maxWorkers: 1,
    retry: process.env.CI ? 2 : 0,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
