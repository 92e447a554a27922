import { defineConfig } from 'vitest/config';

// Tests run as compiled JavaScript: threads and child processes are then the very files that ship.
export default defineConfig({
  test: {
    include: [
      'contracts/dist/**/*.test.js',
      'client/generator/dist/**/*.test.js',
      'server/dist/**/*.test.js',
      'tests/dist/{acceptance,live}/**/*.test.js',
    ],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Live tests share two cores with a browser and native media threads; a second try is reported as such.
    retry: process.env.CI ? 2 : 0,
  },
});
