import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const FOLDERS = [
  'agents-plugin',
  'benches',
  'client',
  'console',
  'contracts',
  'server',
  'talk',
  'tests',
  'web',
];
const PRIVATE_MEMBER = /^\s+private (?!constructor\()/m;
/** At the top level of a module, with a number, a text or a pattern for its value. */
const CAMEL_CONSTANT =
  /^(?:export )?const [a-z]\w*(?:: \w+)? = (?:-?\d[\w.]*(?: ?(?:\*\*|[*/+-]) ?\d[\w.]*)*|'[^'\n]*'|\/(?:[^/\n\\]|\\.)+\/[a-z]*)(?: as const)?;/m;
const RATE = /\b(?:\w*RATE|sampleRate) ?[=:] ?(?:8000|16_?000|22_?050|24_?000|44_?100|48_?000)\b/;
/** Where a rate may stand as a number: the one place for ours, and the folders of vendors and voices, which have their own. */
const RATE_PLACES =
  /^server\/src\/(?:lib\/(?:sample-rates|sound-frames)\.ts|engines\/(?:elevenlabs|gemini|openai|pipeline)\/|voices\/)/;

const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/(?:^|\/)(?:dist|node_modules|generated)\//.test(file))
    .map((file) => join(folder, file)),
);
const filesWith = (pattern: RegExp, among = files) =>
  among.filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')));

test('the whole code is looked at', () => {
  expect(files.length).toBeGreaterThan(800);
});

test('what is private in a class begins with #: the language itself keeps it private then', () => {
  expect(filesWith(PRIVATE_MEMBER)).toEqual([]);
});

test('constants of plain values are in upper case', () => {
  expect(filesWith(CAMEL_CONSTANT)).toEqual([]);
});

test('sample rates stand in lib/sample-rates.ts, those of vendors and voices in their folders', () => {
  const product = files.filter((file) => file.startsWith('server/src/') && !file.endsWith('.test.ts'));
  expect(
    filesWith(RATE, product).filter((file) => !RATE_PLACES.test(file) && !file.includes('/testing/')),
  ).toEqual([]);
});
