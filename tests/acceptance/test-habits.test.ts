import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { SAMPLED_IN_NPM_TEST, WITH_MOCKED_MODULES, WITH_NATIVE_MEDIA } from '../support/test-groups.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** A wait for the clock, not for what is to happen. `sleep(clock)` of a fake clock is none. */
const SLEEP = /await (?:sleep\(systemClock|pause\(|delay\(|setTimeout\()|new Promise[^\n]*setTimeout\(/g;
const UNSEEDED = /Math[.]random\(/g;

/** How many sleeps each of these has, and why it is none of those that make a test slow or wrong. */
const SLEEPS: Readonly<Record<string, [number, string]>> = {
  'server/src/engines/builtin/builtin-engine.test.ts': [1, 'turns of the event loop, counted'],
  'server/src/lib/clock.test.ts': [3, 'the clock itself is tested'],
  'tests/live/kill.test.ts': [1, 'the moment of a kill must depend on nothing that the service does'],
  'tests/wire/server-events.test.ts': [1, 'looks again and again, with a limit'],
};

function count(pattern: RegExp, files: readonly string[]): Record<string, number> {
  const found = files.map((file) => [
    file,
    readFileSync(join(root, file), 'utf8').match(pattern)?.length ?? 0,
  ]);
  return Object.fromEntries(found.filter(([, times]) => times !== 0));
}

const FOLDERS = ['server', 'contracts', 'client', 'web', 'console', 'tests'];

function find(ending: string): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith(ending) && !/(?:^|\/)(?:dist|node_modules)\//.test(file))
      .map((file) => `${folder}/${file}`),
  );
}

test('tests wait for what happens, not for the clock', () => {
  const files = find('.test.ts');
  expect(files.length).toBeGreaterThan(150);
  const allowed = Object.fromEntries(Object.entries(SLEEPS).map(([file, [times]]) => [file, times]));
  expect(count(SLEEP, files)).toEqual(allowed);
});

/** What changes the whole process, and what puts it back. */
const REPLACED: readonly (readonly [RegExp, RegExp])[] = [
  [/[.]useFakeTimers\(/, /[.]useRealTimers\(/],
  [/[.]stubEnv\(/, /[.]unstubAllEnvs\(/],
  [/[.]stubGlobal\(/, /[.]unstubAllGlobals\(/],
  [/[.]spyOn\(/, /[.](?:mockRestore|restoreAllMocks)\(/],
  [/process[.]env[.]\w+ = |process[.]chdir\(/, /never/],
];

test('a test file puts back what it replaces, since the next file may run in the same process', () => {
  const sharing = find('.test.ts').filter((file) => !/^tests\/(?!acceptance\/)/.test(file));
  const left = sharing.filter((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return REPLACED.some(([replace, putBack]) => replace.test(text) && !putBack.test(text));
  });
  expect(left).toEqual([]);
});

test("a test file that loads LiveKit's native library has a process of its own", () => {
  const apart = [...WITH_MOCKED_MODULES, ...WITH_NATIVE_MEDIA].map((file) =>
    file.replace('/dist/', '/').replace('.js', '.ts'),
  );
  const sharing = find('.test.ts').filter((file) => /^(server|tests[/]acceptance)[/]/.test(file));
  const loading = sharing.filter((file) =>
    /from '@livekit[/]rtc-node'/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(loading.length).toBeGreaterThan(1);
  expect(loading.filter((file) => !apart.includes(file.replace('server/src/', 'server/')))).toEqual([]);
});

test('a test file that `npm test` runs with samples of its cases is run with all of them by `npm run test:long`', () => {
  // Through the conformance suite of faces, two tests take samples as well.
  const sampling = find('.test.ts').filter((file) =>
    /^import \{[^}]*\b(?:isThorough|sample)\b[^}]*\} from|describeFace\(/m.test(
      readFileSync(join(root, file), 'utf8'),
    ),
  );
  const run = SAMPLED_IN_NPM_TEST.map((file) =>
    file.replace('/dist/', file.startsWith('server/') ? '/src/' : '/').replace('.js', '.ts'),
  );
  expect(sampling.toSorted()).toEqual(run.toSorted());
});

test('what is random in a test comes from a seed', () => {
  const files = [...find('.test.ts'), ...find('.ts').filter((file) => file.startsWith('tests/support/'))];
  expect(count(UNSEEDED, files)).toEqual({});
});

test('CI runs every file of the cluster suite, which it runs in parts', () => {
  const named = [...readFileSync(join(root, '.ci/run'), 'utf8').matchAll(/ cluster\/([\w-]+)/g)];
  const files = readdirSync(join(root, 'tests/cluster')).filter((file) => file.endsWith('.test.ts'));
  expect(named.map(([, name]) => `${name}.test.ts`).sort()).toEqual(files.sort());
});
