/** What is run together, and how. `vitest.config.ts` makes a project of each; paths are of compiled files. */
export interface Suite {
  name: string;
  about: string;
  include: string[];
  exclude?: string[];
  /** The files of one process load the service once. They must leave nothing behind in it: no fake clock, no spy. */
  sharesProcesses?: boolean;
  /** Node itself loads the compiled code, as when the service runs. `vi.mock` has no effect on it then. */
  loadsAsShipped?: boolean;
  /** Its tests open pages, of the apps or of the documentation too, which must be built from today's sources. */
  opensPages?: 'apps' | 'all';
  /** Called once before its tests. */
  globalSetup?: string;
  env?: Record<string, string>;
  /** Files at the same time; as many as `npm test` runs where absent. */
  workers?: number;
}

/** These put another module in the place of one that is imported, which only Vitest's own loader can do. */
const WITH_MOCKED_MODULES = [
  'server/dist/lib/look-up-name.test.js',
  'server/dist/lib/name-that-changes.test.js',
  'server/dist/media/room/host-relay-names.test.js',
  'server/dist/media/room/host-signals.test.js',
];

/** These load LiveKit's native library, whose threads stay in their process. */
const WITH_NATIVE_MEDIA = [
  'server/dist/media/room/rtc-room-link.test.js',
  'tests/dist/acceptance/contract.test.js',
];

/**
 * Every case of what has many, what measures quality over minutes of sound or many pictures, and what takes long to
 * reach: the most that there may be, processes that end, files that change.
 */
const EXHAUSTIVE = [
  'server/dist/api/plugins/serialization.test.js',
  'server/dist/compose/backup.test.js',
  'server/dist/compose/knowledge.test.js',
  'server/dist/dispatch/worker-pool.test.js',
  'server/dist/faces/photo/decode-picture.test.js',
  'server/dist/faces/start-face-renderer.test.js',
  'server/dist/faces/photo/people-face.test.js',
  'server/dist/faces/photo/photo-face.test.js',
  'server/dist/knowledge/extraction/extract-text.test.js',
  'server/dist/audio/resampler.test.js',
  'server/dist/lips/sound-lips.test.js',
  'server/dist/media/room/host-relay.test.js',
  'server/dist/store/embedded/durability.test.js',
  'server/dist/store/lists/list-counts.test.js',
  'server/dist/tls/tls.test.js',
  'server/dist/voices/flite/start-flite-voice.test.js',
  'server/dist/voices/voice-activity-of-speech.test.js',
  'tests/dist/acceptance/client/follow-conversation.test.js',
  'tests/dist/acceptance/failed-starts.test.js',
  'tests/dist/acceptance/fuzz.test.js',
  'tests/dist/acceptance/most-resources.test.js',
  'tests/dist/fuzz/fuzzer.test.js',
  'tests/dist/live/conversation-interruptions.test.js',
  'tests/dist/live/kill.test.js',
];

/** It needs the runtime that comes with the models for tests. */
const WITH_FETCHED_RUNTIME = 'tests/dist/live/onnx-models.test.js';

/** A browser loses parts of its microphone's sound on a machine that is busy with something else. */
const SPOKEN = 'tests/dist/long/local-conversation-browser.test.js';

const WITH_WEIGHTS = ['tests/dist/long/language-model.test.js', 'tests/dist/long/meaning.test.js'];

const FIRST_CONVERSATIONS = 'tests/dist/live/first-conversation-*.test.js';

/** What `npm test` runs: what proves the product on any machine with Node. */
export const CORE_SUITES: readonly Suite[] = [
  {
    name: 'conversation',
    about: 'a conversation in Chromium and one in Node, with sound and picture',
    include: [FIRST_CONVERSATIONS],
    opensPages: 'apps',
    loadsAsShipped: true,
  },
  {
    name: 'contract',
    about: 'the API over HTTP, against its contract',
    include: ['tests/dist/acceptance/**/*.test.js'],
    exclude: [...WITH_NATIVE_MEDIA, ...EXHAUSTIVE],
    sharesProcesses: true,
    loadsAsShipped: true,
  },
  {
    name: 'native',
    about: "what loads LiveKit's native library",
    include: WITH_NATIVE_MEDIA,
    loadsAsShipped: true,
  },
  {
    name: 'engines',
    about: "each provider's engine over its wire protocol",
    include: ['tests/dist/engines/**/*.test.js'],
    sharesProcesses: true,
    loadsAsShipped: true,
  },
  {
    name: 'unit',
    about: 'rules, parsers, signals, protocols',
    include: [
      'contracts/dist/**/*.test.js',
      'client/generator/dist/**/*.test.js',
      'server/dist/**/*.test.js',
      'agents-plugin/dist/src/service/**/*.test.js',
      'tests/dist/runner/**/*.test.js',
    ],
    exclude: ['server/dist/store/**', ...WITH_MOCKED_MODULES, ...WITH_NATIVE_MEDIA, ...EXHAUSTIVE],
    sharesProcesses: true,
    loadsAsShipped: true,
  },
  { name: 'mocked', about: 'rules with a part of LiveKit replaced', include: WITH_MOCKED_MODULES },
];

/** What `npm run test:parts` runs besides. */
export const LARGER_SUITES: readonly Suite[] = [
  {
    name: 'store',
    about: 'the embedded store: migrations, queries, durability, backups',
    include: ['server/dist/store/**/*.test.js'],
    exclude: EXHAUSTIVE,
    sharesProcesses: true,
    loadsAsShipped: true,
  },
  {
    name: 'exhaustive',
    about: 'all cases of faces, voices, documents and requests, the most of each, and ends of processes',
    include: EXHAUSTIVE,
    env: { VISAVIS_TEST_THOROUGH: '1' },
    loadsAsShipped: true,
  },
  {
    name: 'live',
    about: 'conversations and rooms with official clients, in Node and Chromium',
    include: ['tests/dist/live/**/*.test.js'],
    opensPages: 'apps',
    exclude: [FIRST_CONVERSATIONS, WITH_FETCHED_RUNTIME, ...EXHAUSTIVE],
    loadsAsShipped: true,
  },
  {
    name: 'browser',
    about: 'what people see: console, talk page, widget, docs, sizes',
    include: ['tests/dist/browser/**/*.test.js'],
    opensPages: 'all',
  },
  {
    name: 'hostile',
    about: 'hostile processes against a real service',
    include: ['tests/dist/hostile/**/*.test.js'],
    // Each scenario measures how long it holds the service: nothing else may run beside it.
    workers: 1,
  },
  {
    name: 'fuzz',
    about: 'every parser of what strangers send, with inputs that are made to reach more of it',
    include: ['tests/dist/fuzz/parsers.test.js'],
  },
  {
    name: 'wire',
    about: "what the engines send and take, against the vendors' published types",
    include: ['tests/dist/wire/**/*.test.js'],
    globalSetup: 'tests/dist/wire/prepare.js',
  },
  {
    name: 'long',
    about: 'conversations of minutes, whole processes, the code of the guides',
    include: ['tests/dist/long/**/*.test.js', WITH_FETCHED_RUNTIME],
    exclude: [SPOKEN, ...WITH_WEIGHTS],
    opensPages: 'all',
    env: { VISAVIS_TEST_THOROUGH: '1' },
    loadsAsShipped: true,
  },
  {
    name: 'language',
    about: 'the language model and search by meaning of this machine, with real weights',
    include: WITH_WEIGHTS,
    loadsAsShipped: true,
    workers: 1,
  },
  {
    name: 'spoken',
    about: 'a conversation by voice alone in a browser, on a machine that does nothing else',
    include: [SPOKEN],
    loadsAsShipped: true,
    workers: 1,
  },
  {
    name: 'cluster',
    about: 'what needs PostgreSQL, a LiveKit server, Go, Python or Firefox; what is packed',
    include: ['tests/dist/cluster/**/*.test.js'],
    opensPages: 'apps',
    workers: 1,
  },
];

export const SUITES: readonly Suite[] = [...CORE_SUITES, ...LARGER_SUITES];

/** Those that run a compiled test file; each should have one. */
export const suitesOf = (file: string): Suite[] =>
  SUITES.filter(
    ({ include, exclude = [] }) =>
      include.some((pattern) => isLike(file, pattern)) && !exclude.some((pattern) => isLike(file, pattern)),
  );

/** `*` stands for any name, and `**` for any folders. */
function isLike(file: string, pattern: string): boolean {
  const any = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '.': String.raw`\.` };
  const expression = pattern.replaceAll(/\*\*\/|\*\*|\*|\./g, (part) => any[part as keyof typeof any]);
  return new RegExp(`^${expression}$`).test(file);
}
