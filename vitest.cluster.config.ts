import { defineConfig } from 'vitest/config';

// What needs servers from outside npm: a real LiveKit server, a real PostgreSQL.
export default defineConfig({
  test: {
    include: ['tests/dist/cluster/**/*.test.js', 'server/dist/**/*.cluster-test.js'],
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 40_000,
    hookTimeout: 60_000,
  },
});
