import { availableParallelism } from 'node:os';

/** Test files that run together, and how. `vitest.config.ts` makes a Vitest project of each suite. */
export interface Suite {
  name: string;
  /** The first command that runs it: `npm test`, then `npm run test:gate`, then `npm run test:all`. */
  step: 'test' | 'gate' | 'all';
  /** Glob patterns of compiled files. A file belongs to the first suite that includes it. */
  include: readonly string[];
  /** Files share a process, which loads the service once, so they must leave nothing behind: no fake clock, no spy. */
  sharesProcesses?: true;
  /** Vitest loads the compiled code, so that `vi.mock` works. In other suites Node loads it, as in production. */
  replacesModules?: true;
  /** Called once before its tests. */
  globalSetup?: string;
  /** How many files run at once; default: `FILES_AT_ONCE`. Suites with different numbers never run at the same time. */
  atOnce?: 1 | 2;
}

/** One per core, but at most four, because each takes up to a gigabyte. */
export const FILES_AT_ONCE = Math.min(Math.max(availableParallelism(), 2), 4);

/** Conversations, rooms and pages. A test must first pass 20 of 20 runs, and 10 of 10 beside six busy programs. */
const REAL = [
  'tests/dist/live/first-conversation-*.test.js',
  'tests/dist/live/conversation-{speech,endings,tools}.test.js',
  'tests/dist/live/room-{messages,media,admission,hostile,agents,state}.test.js',
  'tests/dist/live/media/room-leaving.test.js',
  'tests/dist/live/{knowledge/answers,traces,client-browser,https,talk-page}.test.js',
  'tests/dist/browser/{console,console-conversation,widget,talk-states,react,size}.test.js',
];
/** Tests of hostile clients, with the same rule. */
const SECURITY = ['tests/dist/hostile/requests-and-sockets.test.js'];
const UNIT = [
  'contracts/dist',
  'client/generator/dist',
  'server/dist',
  'web/dist',
  'agents-plugin/dist/src/service',
];

export const SUITES: readonly Suite[] = [
  { name: 'mocked', step: 'test', include: ['server/dist/**/*.mocked.test.js'], replacesModules: true },
  // Files that load LiveKit's native library, whose threads remain in their process.
  { name: 'native', step: 'test', include: ['{server,tests}/dist/**/*.native.test.js'] },
  // Exhaustive cases, quality over minutes of audio or many frames, the largest inputs, processes that exit.
  { name: 'thorough', step: 'all', include: ['{server,tests}/dist/**/*.thorough.test.js'] },
  { name: 'real', step: 'gate', include: REAL, atOnce: 2 },
  { name: 'security', step: 'gate', include: SECURITY, atOnce: 1 },
  // The API over HTTP, against its contract.
  { name: 'contract', step: 'test', include: ['tests/dist/acceptance/**/*.test.js'], sharesProcesses: true },
  // Each provider's engine over its wire protocol.
  { name: 'engines', step: 'test', include: ['tests/dist/engines/**/*.test.js'], sharesProcesses: true },
  // The embedded store: migrations, queries, backups.
  { name: 'store', step: 'all', include: ['server/dist/store/**/*.test.js'], sharesProcesses: true },
  // Rules, parsers, signals, protocols.
  { name: 'unit', step: 'test', include: UNIT.map((path) => `${path}/**/*.test.js`), sharesProcesses: true },
  // Conversations and rooms with the official clients, in Node and Chromium.
  { name: 'live', step: 'all', include: ['tests/dist/live/**/*.test.js'], atOnce: 1 },
  // Console, talk page, widget and docs, as users see them.
  { name: 'browser', step: 'all', include: ['tests/dist/browser/**/*.test.js'], atOnce: 1 },
  // Hostile clients against a real service.
  { name: 'hostile', step: 'all', include: ['tests/dist/hostile/**/*.test.js'], atOnce: 1 },
  // The messages that the engines send and receive, against the vendors' published types.
  {
    name: 'wire',
    step: 'all',
    include: ['tests/dist/wire/**/*.test.js'],
    globalSetup: 'tests/dist/wire/prepare.js',
    atOnce: 1,
  },
  // Conversations of minutes, whole processes, the code of the guides, local models.
  { name: 'long', step: 'all', include: ['tests/dist/long/**/*.test.js'], atOnce: 1 },
  // Tests that need PostgreSQL, a LiveKit server, Go, Python or Firefox; packed packages; code that is not packed.
  { name: 'cluster', step: 'all', include: ['tests/dist/cluster/**/*.test.js'], atOnce: 1 },
];

/** Returns the suite that runs a compiled test file. */
export const suiteOf = (file: string): Suite | undefined =>
  SUITES.find(({ include }) => include.some((pattern) => isLike(file, pattern)));

/** Whether a path matches a pattern: `*` matches any name, `**` any folders, `{a,b}` one of these. */
function isLike(file: string, pattern: string): boolean {
  const choices = pattern.replaceAll(/\{(.*?)\}/g, (_, names: string) => `(?:${names.replaceAll(',', '|')})`);
  const names = choices
    .replaceAll('.', '[.]')
    .replaceAll(/\*\*\/|\*/g, (any) => (any === '*' ? '[^/]*' : '(?:.*[/])?'));
  return new RegExp(`^${names}$`).test(file);
}
