import { defineConfig } from 'vitest/config';

// The rules of the product alone: no database, browser, room or voice, no painted face and no page has to be there.
// A test that opens one of those stands in a folder that is left out here, or is left out by name.
export default defineConfig({
  test: {
    include: ['contracts/dist/**/*.test.js', 'server/dist/**/*.test.js'],
    exclude: [
      'server/dist/{store,faces,lips,voices,knowledge,tls,cli}/**',
      'server/dist/room-server/**',
      'server/dist/media/{dispatch,room}/**',
      // Seconds each: a small store, and minutes of sound.
      'server/dist/compose-knowledge.test.js',
      'server/dist/lib/resampler.test.js',
    ],
    globalSetup: 'tests/support/refuse-stale-tests.ts',
    pool: 'threads',
    // A guard against what hangs, not a measure: another build may take the processor.
    testTimeout: 60_000,
    reporters: ['default', ...(process.env.GITHUB_ACTIONS ? ['github-actions'] : [])],
  },
});
