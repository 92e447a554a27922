/** Compiled test files of `npm test` that need a process of their own; the others share a few, see CONTRIBUTING.md. */

/** These put another module in the place of one that is imported, which only Vitest's own loader can do. */
export const WITH_MOCKED_MODULES = [
  'server/dist/lib/name-that-changes.test.js',
  'server/dist/media/room/host-relay-names.test.js',
  'server/dist/media/room/host-signals.test.js',
  'server/dist/media/spoken-question.test.js',
];

/** These dispose of LiveKit's native library at their end, after which nothing of it works in their process. */
export const WITH_NATIVE_MEDIA = [
  'server/dist/media/room/host-relay.test.js',
  'tests/dist/acceptance/contract.test.js',
  'tests/dist/live/**/*.test.js',
];
