/** Compiled test files of `npm test` that are run in another way than the others, see CONTRIBUTING.md. */

/** These put another module in the place of one that is imported, which only Vitest's own loader can do; each has a process. */
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

/** In `npm test` these take samples of their cases (`isThorough`, `sample`); `npm run test:long` runs them all. */
export const SAMPLED_IN_NPM_TEST = [
  'server/dist/faces/illustrated/illustrated-face.test.js',
  'server/dist/faces/photo/photo-face.test.js',
  'server/dist/knowledge/extraction/extract-text.test.js',
  'server/dist/lib/resampler.test.js',
  'server/dist/lips/sound-lips.test.js',
  'server/dist/store/embedded/durability.test.js',
  'server/dist/store/lists/list-counts.test.js',
  'server/dist/store/search/passage-search.test.js',
  'server/dist/voices/flite/start-flite-voice.test.js',
  'server/dist/voices/voice-activity-of-speech.test.js',
  'tests/dist/acceptance/fuzz.test.js',
  'tests/dist/live/conversation-interruptions.test.js',
  'tests/dist/live/kill.test.js',
];
