/**
 * Part of `npm run check:code`: conventions of this code that no linter checks. Prints each violation on one line:
 * where it is, and what to do. Needs compiled code for the names of the suites.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = 'agents-plugin benches client console contracts docs-site react server talk tests web'.split(
  ' ',
);

/** @param {string} path @returns {string} */
const read = (path) => readFileSync(ROOT + path, 'utf8');

/** @param {string} folder @returns {string[]} the hand-written code below it, relative to the root */
function filesBelow(folder) {
  return readdirSync(ROOT + folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return /\.tsx?$/.test(entry.name) ? [path] : [];
    return /^(?:dist|node_modules|generated)$/.test(entry.name) ? [] : filesBelow(path);
  });
}

/** @param {string} folder empty, or ending with a slash @returns {string[]} all paths below it that look like tests */
function testsBelow(folder) {
  return readdirSync(ROOT + folder, { withFileTypes: true }).flatMap((entry) => {
    const path = folder + entry.name;
    if (!entry.isDirectory()) return /\.(?:test|spec)\.[cm]?[jt]sx?$/.test(entry.name) ? [path] : [];
    return /^(?:\..*|dist|node_modules|packed|my|data|.*env)$/.test(entry.name) ? [] : testsBelow(`${path}/`);
  });
}

const sources = new Map(FOLDERS.flatMap(filesBelow).map((path) => [path, read(path)]));
const tests = [...sources].filter(([path]) => path.endsWith('.test.ts'));
const product = [...sources].filter(([path]) => /^server\/src\/(?!.*(?:\.test\.ts$|\/testing\/))/.test(path));
/** @type {string[]} */
const violations = [];

/** @param {string} path @param {number} index of the violation in the text @param {string} what to do about it */
function report(path, index, what) {
  violations.push(`${path}:${read(path).slice(0, index).split('\n').length} ${what}`);
}

/**
 * Reports each match.
 * @param {[path: string, text: string][]} files @param {RegExp} pattern with flag `g`
 * @param {string} what to do about it @param {(path: string) => boolean} [isAllowed]
 */
function forbid(files, pattern, what, isAllowed = () => false) {
  for (const [path, text] of files) {
    if (isAllowed(path)) continue;
    for (const { index } of text.matchAll(pattern)) report(path, index + 1, what);
  }
}

// Style of the code.

forbid(
  [...sources],
  /\n\s+private (?!constructor\()/g,
  'begin the name of a private member with #, which the language itself keeps private',
);
/** Matches constants at the top level of a module whose value is a number, a text or a pattern. */
const CAMEL_CONSTANT =
  /\n(?:export )?const [a-z]\w*(?:: \w+)? = (?:-?\d[\w.]*(?: ?(?:\*\*|[*/+-]) ?\d[\w.]*)*|'[^'\n]*'|\/(?:[^/\n\\]|\\.)+\/[a-z]*)(?: as const)?;/g;
forbid([...sources], CAMEL_CONSTANT, 'write the name of a constant with a plain value in upper case');
/** Vendors and voices have their own sample rates, in their folders. */
const RATE_PLACES =
  /^server\/src\/(?:audio\/(?:sample-rates|audio-frames)\.ts|providers\/(?:realtime|tts)\/|voices\/)/;
forbid(
  product,
  /\b(?:\w*RATE|sampleRate) ?[=:] ?(?:8000|16_?000|22_?050|24_?000|44_?100|48_?000)\b/g,
  'take the sample rate from audio/sample-rates.ts',
  (path) => RATE_PLACES.test(path),
);

/** The CLI commands are exempt: they only call the service itself. */
forbid(
  product,
  /(?:\bresponse|\))\.(?:text|json|arrayBuffer|blob)\(\)/g,
  'read an answer within a bound: readText or readJson of providers/provider-http.ts',
  (path) => path.startsWith('server/src/cli/'),
);

// Behaviour of tests.

/** Tests that may wait, and why that wait makes them neither slow nor unreliable. */
const SLEEPING = new Map([
  ['server/src/engines/builtin/builtin-engine.test.ts', 'turns of the event loop, counted'],
  ['server/src/faces/start-face-renderer.thorough.test.ts', 'the thread under test stands still'],
  ['server/src/faces/still-renderer.test.ts', 'the process under test stands still'],
  ['server/src/lib/clock.test.ts', 'the clock itself is tested'],
  ['server/src/room-server/transport/sctp.test.ts', 'the time that a packet is on its way'],
  ['server/src/store/embedded/durability.thorough.test.ts', 'the moment of a kill must depend on nothing'],
  ['tests/browser/console-unsaved.test.ts', 'the page reloads after the answer that it was asked for'],
  ['tests/browser/conversation-without.test.ts', 'a timer of the page, which the test calls itself'],
  ['tests/browser/react-states.test.ts', 'a timer of the page, which the test calls itself'],
  ['tests/live/kill.test.ts', 'the moment of a kill must depend on nothing'],
  ['tests/wire/server-events.test.ts', 'looks again and again, with a limit'],
]);
const SLEEP =
  /\bsetTimeout\b(?!')|from 'node:timers|waitForTimeout\(|Atomics\.wait\(|spawnSync\('sleep|await (?:sleep\(systemClock|(?:\w+\.)?(?:delay|pause|sleep|wait)\(\s*[\d(])/g;
forbid(tests, SLEEP, 'wait for what is to happen, not for the clock', (path) => SLEEPING.has(path));
for (const path of SLEEPING.keys())
  if (!(sources.get(path) ?? '').match(SLEEP))
    violations.push(`${path} does not wait: take it out of SLEEPING in release/check-conventions.mjs`);

/** Tests that may compare the real clock or memory use with a limit, and why that holds even on the slowest machine. */
const MEASURING = new Map([
  ['server/src/audio/resampler.thorough.test.ts', 'memory outside the heap, which V8 counts'],
  ['tests/browser/console.test.ts', 'how long a sound is, which no clock says'],
  ['tests/cluster/own-agent.test.ts', 'how far the player came, which it counts in samples'],
  ['tests/cluster/killed-parts.test.ts', 'two records of the same length are compared'],
  ['tests/live/kill.test.ts', 'what ended before lies in the past'],
]);
const CLOCK =
  /\b(?:performance|Date)\.now\(|\bhrtime\b|\b(?:memory|resource|cpu)Usage\(|\beventLoopUtilization\(|\bVmRSS\b|\b(?:heapUsed|rss)\b/;
/** The usual names of measured durations, rates and memory sizes, wherever they come from. */
const MEASURE =
  /\b(?:elapsed|held|lasted|latency|took|waited)(?:Ms|S)?\b|\b(?:\w+S|s)econds\b|\b(?:\w+P|p)erSecond\b|\bfps\b|\brss\w*/;
/** Comparisons with a limit; a comparison with 0 is not one. */
const LIMIT =
  /\.to(?:Be(?:Less|Greater)Than(?:OrEqual)?|BeCloseTo)\((?!0\))|\bassert\b[^;]* [<>]=? (?!0\b)|\([^;]* [<>]=? (?!0\b)[^;]*\)\.toBe\((?:true|false)\)/;

/** @param {string} text of a test @returns {boolean} whether the test controls the time */
const hasFakeClock = (text) =>
  /useFakeTimers\(|stubGlobal\('performance'|\bFakeClock\b/.test(text) ||
  // The harness's time stands still until it runs its own queues.
  (text.includes("/api-harness.ts'") && !text.includes('.startEvents('));

/** @param {string} text of a test @returns {RegExp} the clocks, and the names of all values derived from them */
function clocksIn(text) {
  const values = [
    // Values, functions with their bodies, values collected in lists.
    ...text.matchAll(/\b(?:const|let) (?<names>\w+|[[{][^=]*)(?::[^=;]*)? = (?![^\n]*\{\n)(?<value>[^;]*);/g),
    ...text.matchAll(
      /^(?<indent> *)(?:export )?(?:async )?(?:const|function) (?<names>\w+)\b(?<value>[^\n]*\{\n[\s\S]*?\n\k<indent>\})/gm,
    ),
    ...text.matchAll(/\b(?<names>\w+)(?:\.push\(| \+?= )(?<value>[^;]*);/g),
  ].map(({ groups }) => ({ names: groups?.names?.match(/\w+/g) ?? [], value: groups?.value ?? '' }));
  const known = new Set();
  let clocks = CLOCK;
  for (let before = -1; before < known.size; ) {
    before = known.size;
    for (const { names, value } of values) if (clocks.test(value)) for (const name of names) known.add(name);
    if (known.size > 0) clocks = new RegExp(`${CLOCK.source}|\\b(?:${[...known].join('|')})\\b`);
  }
  return clocks;
}

for (const [path, text] of sources) {
  if (!/\.test\.ts$|^tests\/(?:support|acceptance)\/|\/testing\//.test(path) || hasFakeClock(text)) continue;
  const clocks = clocksIn(text);
  const found = [...text.matchAll(/\b(?:expect|assert)\b[.(][^;]*;/g)].filter(
    ([claim]) => LIMIT.test(claim) && (clocks.test(claim) || MEASURE.test(claim)),
  );
  if (MEASURING.has(path) && found.length === 0)
    report(path, 0, 'measures nothing: take it out of MEASURING in release/check-conventions.mjs');
  if (MEASURING.has(path)) continue;
  for (const { index } of found)
    report(
      path,
      index,
      'wait for what is to happen, count, or use a fake clock; how fast it is and what it needs is for benches/',
    );
}

for (const path of MEASURING.keys())
  if (!sources.has(path))
    violations.push(`${path} is not there: take it out of MEASURING in release/check-conventions.mjs`);

/** Calls that change the whole process, and the calls that restore it. */
const REPLACEMENTS = [
  [/[.]useFakeTimers\(/, /[.]useRealTimers\(/, 'vi.useRealTimers()'],
  [/[.]stubEnv\(/, /[.]unstubAllEnvs\(/, 'vi.unstubAllEnvs()'],
  [/[.]stubGlobal\(/, /[.]unstubAllGlobals\(/, 'vi.unstubAllGlobals()'],
  [/[.]spyOn\(/, /[.](?:mockRestore|restoreAllMocks)\(/, 'vi.restoreAllMocks()'],
  [
    /(?:delete )?process[.]env(?:[.]\w+|\[[^\]]+\])(?: = |;)|assign\(process[.]env|process[.]chdir\(/,
    /never/,
    'nothing: use vi.stubEnv or a process of its own',
  ],
];
const { compiledOf } = await import('../tests/dist/runner/compiled-code.js');
const { suiteOf } = await import('../tests/dist/runner/suites.js');
for (const [path, text] of tests) {
  if (!suiteOf(compiledOf(path))?.sharesProcesses) continue;
  for (const [replace, putBack, how] of REPLACEMENTS) {
    const index = text.search(replace);
    if (index < 0 || putBack.test(text)) continue;
    report(path, index, `put it back, the next file may run in the same process: ${how}`);
  }
}

for (const path of testsBelow('')) {
  if (!suiteOf(compiledOf(path)))
    violations.push(`${path} is run by no suite: move it where one of tests/runner/suites.ts does`);
}
for (const [path, text] of tests) {
  const native = text.search(/from '@livekit\/rtc-node'/);
  if (native < 0 || !/^(?:server|tests\/acceptance)\//.test(path)) continue;
  if (suiteOf(compiledOf(path))?.sharesProcesses)
    report(path, native, 'name it *.native.test.ts: it needs a process');
}
for (const [path, text] of sources) {
  if (!/^(?:server|tests)\//.test(path)) continue;
  const index = text.search(/import [{][^}]*\bdispose\b[^}]*[}] from '@livekit\/rtc-node'/);
  if (index >= 0)
    report(
      path,
      index,
      'do without `dispose`: what is collected as garbage after it throws where nothing catches it',
    );
}

// Sockets, servers, streams, threads and processes: without a listener for `error`, their errors end the process.

/** Calls that open something, by the module they come from. @type {[module: string, call: RegExp][]} */
const OPENERS = [
  [
    'node:net',
    /(?<![\w.#])(?:net\.)?(?:connect|createConnection|createServer)\(|new (?:net\.)?(?:Socket|Server)\(/g,
  ],
  ['node:tls', /(?<![\w.#])(?:tls\.)?connect\(/g],
  ['node:http', /(?<![\w.#])(?:http\.)?(?:createServer|httpRequest|get)\(/g],
  ['node:dgram', /createSocket\(/g],
  ['node:child_process', /(?<![\w.#])(?:fork|spawn)\(/g],
  ['node:worker_threads', /new Worker\(/g],
  ['node:fs', /create(?:Read|Write)Stream\(/g],
  ['node:zlib', /create(?:Gzip|Gunzip|Inflate|Deflate)\(/g],
  ['ws', /new (?:WebSocket|WebSocketServer)\(/g],
  ['pg', /new (?:pg\.)?(?:Pool|Client|SafePool)\(/g],
  ['', /\.on\('upgrade'/g],
];
/** Files that open more than they listen to, and who listens instead. */
const LISTENED_TO_ELSEWHERE = new Map([
  ['refuse-while-starting.ts', 'answerSocket listens to every socket that it answers'],
  ['knowledge/extraction/extract-text.ts', 'the BoundedChild that reads the stream listens to it'],
  ['lib/bounded-tls.ts', 'the request listens to the connection that it gets'],
  ['main.ts', 'watchConnections listens to each of its servers'],
  ['models/store/unpack-npm.ts', 'pipeline rejects with whatever its streams fail with'],
  ['dispatch/worker-endpoint.ts', 'ws listens to the socket, and socketWorker to what ws makes of it'],
  [
    'store/backup/read-backup.ts',
    'both streams are read by iterators, which reject with whatever they fail with',
  ],
  ['store/blobs/file-blob-store.ts', 'whoever asked for the stream reads it to its end or destroys it'],
  ['store/transfer/spool-export.ts', 'Fastify listens to what it sends'],
  ['tls/open-web-server.ts', 'main.ts listens to the server that it gets'],
]);
for (const [path, text] of product) {
  // Blanked at the same length, so that line numbers stay correct.
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, (comment) => comment.replace(/[^\n]/g, ' '));
  const opened = OPENERS.filter(([module]) => code.includes(`from '${module}`)).flatMap(([, call]) =>
    [...code.matchAll(call)].map(({ index }) => index),
  );
  const heard = code.match(/\(\s*'error'|pipeline\(/g)?.length ?? 0;
  const isElsewhere = LISTENED_TO_ELSEWHERE.has(path.replace('server/src/', ''));
  if (opened.length > heard && !isElsewhere)
    report(
      path,
      opened[heard] ?? 0,
      'listen to its errors, or say in release/check-conventions.mjs who does',
    );
  if (opened.length <= heard && isElsewhere)
    report(path, 0, 'listens to all that it opens: take it out of the list in release/check-conventions.mjs');
}

// A check that looks at too few files proves nothing.
if (sources.size < 1_000 || tests.length < 150 || product.length < 400)
  violations.push(
    `${fileURLToPath(import.meta.url)} looks at ${sources.size} files only: mend its list of folders`,
  );
if (violations.length > 0) {
  process.stderr.write(`${violations.join('\n')}\n${violations.length} violation(s) of conventions\n`);
  process.exit(1);
}
process.stdout.write(`${sources.size} files keep to the conventions.\n`);
