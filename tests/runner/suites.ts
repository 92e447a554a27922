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
  'server/dist/lib/name-that-changes.test.js',
  'server/dist/media/room/host-relay-names.test.js',
  'server/dist/media/room/host-signals.test.js',
  'server/dist/media/spoken-question.test.js',
];

/** These dispose of LiveKit's native library at their end, after which nothing of it works in their process. */
const WITH_NATIVE_MEDIA = [
  'server/dist/media/room/host-relay.test.js',
  'tests/dist/acceptance/contract.test.js',
];

/** Every case of what has many, and what measures quality over minutes of sound or many pictures. */
const EXHAUSTIVE = [
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

/** It needs the runtime that comes with the models for tests. */
const WITH_FETCHED_RUNTIME = 'tests/dist/live/onnx-models.test.js';

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
    about: "what disposes of LiveKit's native library in its process",
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
    about: 'all cases of faces, voices, documents and requests',
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
    name: 'wire',
    about: "what the engines send and take, against the vendors' published types",
    include: ['tests/dist/wire/**/*.test.js'],
    globalSetup: 'tests/dist/wire/prepare.js',
  },
  {
    name: 'long',
    about: 'conversations of minutes, whole processes, the code of the guides',
    include: ['tests/dist/long/**/*.test.js', WITH_FETCHED_RUNTIME],
    opensPages: 'all',
    env: { VISAVIS_TEST_THOROUGH: '1' },
    loadsAsShipped: true,
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
