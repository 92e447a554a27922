import { availableParallelism } from 'node:os';

/** What is run together, and how. `vitest.config.ts` makes a project of each; paths are of compiled files. */
export interface Suite {
  name: string;
  /** The command that runs it first: `npm test`, `npm run test:gate` besides, `npm run test:all` at last. */
  step: 'test' | 'gate' | 'all';
  include: readonly string[];
  exclude?: readonly string[];
  /** The files of one process load the service once. They must leave nothing behind in it: no fake clock, no spy. */
  sharesProcesses?: boolean;
  /** Vitest loads the compiled code, so that `vi.mock` works. Node does elsewhere, as when the service runs. */
  replacesModules?: boolean;
  /** Called once before its tests. */
  globalSetup?: string;
  env?: Record<string, string>;
  /** Files at the same time; `FILES_AT_ONCE` where absent. Suites of another number run before or after, never beside. */
  atOnce?: 1 | 2;
}

/** Files at the same time: one a core, but no more than four, each of which takes up to a gigabyte. */
export const FILES_AT_ONCE = Math.min(Math.max(availableParallelism(), 2), 4);

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
  'tests/dist/fuzz/parsers.test.js',
];

/** Conversations, rooms and pages that the gate asks for. One enters when it passed 20 times of 20, and 10 of 10 beside six busy programs. */
const REAL = [
  'tests/dist/live/first-conversation-*.test.js',
  'tests/dist/live/conversation-{speech,endings,tools}.test.js',
  'tests/dist/live/room-{messages,media,admission,hostile,agents,state}.test.js',
  'tests/dist/live/media/room-leaving.test.js',
  'tests/dist/live/{knowledge/answers,traces,client-browser,https,talk-page}.test.js',
  'tests/dist/browser/{console,console-conversation,widget,talk-states,docs,react,size}.test.js',
];
/** Strangers that the gate asks for, by the same rule. */
const SECURITY = ['tests/dist/hostile/requests-and-sockets.test.js'];
/** It needs the runtime that comes with the models for tests. */
const WITH_FETCHED_RUNTIME = 'tests/dist/live/onnx-models.test.js';
const THOROUGH = { VISAVIS_TEST_THOROUGH: '1' };

export const SUITES: readonly Suite[] = [
  // The API over HTTP, against its contract.
  {
    name: 'contract',
    step: 'test',
    include: ['tests/dist/acceptance/**/*.test.js'],
    exclude: [...WITH_NATIVE_MEDIA, ...EXHAUSTIVE],
    sharesProcesses: true,
  },
  { name: 'native', step: 'test', include: WITH_NATIVE_MEDIA },
  // Each provider's engine over its wire protocol.
  { name: 'engines', step: 'test', include: ['tests/dist/engines/**/*.test.js'], sharesProcesses: true },
  // Rules, parsers, signals, protocols.
  {
    name: 'unit',
    step: 'test',
    include: [
      'contracts/dist/**/*.test.js',
      'client/generator/dist/**/*.test.js',
      'server/dist/**/*.test.js',
      'agents-plugin/dist/src/service/**/*.test.js',
      'tests/dist/runner/**/*.test.js',
    ],
    exclude: ['server/dist/store/**', ...WITH_MOCKED_MODULES, ...WITH_NATIVE_MEDIA, ...EXHAUSTIVE],
    sharesProcesses: true,
  },
  { name: 'mocked', step: 'test', include: WITH_MOCKED_MODULES, replacesModules: true },
  { name: 'real', step: 'gate', include: REAL, atOnce: 2 },
  { name: 'security', step: 'gate', include: SECURITY, atOnce: 1 },
  // The embedded store: migrations, queries, backups.
  {
    name: 'store',
    step: 'all',
    include: ['server/dist/store/**/*.test.js'],
    exclude: EXHAUSTIVE,
    sharesProcesses: true,
  },
  { name: 'exhaustive', step: 'all', include: EXHAUSTIVE, env: THOROUGH },
  // Conversations and rooms with official clients, in Node and Chromium.
  {
    name: 'live',
    step: 'all',
    include: ['tests/dist/live/**/*.test.js'],
    exclude: [...REAL, WITH_FETCHED_RUNTIME],
    atOnce: 1,
  },
  // What people see: console, talk page, widget, docs, sizes.
  {
    name: 'browser',
    step: 'all',
    include: ['tests/dist/browser/**/*.test.js'],
    exclude: REAL,
    replacesModules: true,
    atOnce: 1,
  },
  // Hostile processes against a real service.
  {
    name: 'hostile',
    step: 'all',
    include: ['tests/dist/hostile/**/*.test.js'],
    exclude: SECURITY,
    replacesModules: true,
    atOnce: 1,
  },
  // What the engines send and take, against the vendors' published types.
  {
    name: 'wire',
    step: 'all',
    include: ['tests/dist/wire/**/*.test.js'],
    globalSetup: 'tests/dist/wire/prepare.js',
    replacesModules: true,
    atOnce: 1,
  },
  // Conversations of minutes, whole processes, the code of the guides, models of this machine.
  {
    name: 'long',
    step: 'all',
    include: ['tests/dist/long/**/*.test.js', WITH_FETCHED_RUNTIME],
    env: THOROUGH,
    atOnce: 1,
  },
  // What needs PostgreSQL, a LiveKit server, Go, Python or Firefox; what is packed.
  {
    name: 'cluster',
    step: 'all',
    include: ['tests/dist/cluster/**/*.test.js'],
    replacesModules: true,
    atOnce: 1,
  },
];

/** Those that run a compiled test file; each should have one. */
export const suitesOf = (file: string): Suite[] =>
  SUITES.filter(
    ({ include, exclude = [] }) =>
      include.some((pattern) => isLike(file, pattern)) && !exclude.some((pattern) => isLike(file, pattern)),
  );

/** `*` stands for any name, `**` for any folders, `{a,b}` for one of these. */
function isLike(file: string, pattern: string): boolean {
  const any = {
    '**/': '(?:.*/)?',
    '**': '.*',
    '*': '[^/]*',
    '.': String.raw`\.`,
    '{': '(?:',
    ',': '|',
    '}': ')',
  };
  const expression = pattern.replaceAll(/\*\*\/|\*\*|[*.{,}]/g, (part) => any[part as keyof typeof any]);
  return new RegExp(`^${expression}$`).test(file);
}
