import { fork } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { MOST_MS, quadraticOn, slowest } from '../support/hostile/pump.ts';
import type { Pumped } from '../support/hostile/pump-process.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const LONGEST_MS = 30_000;

/** Expressions that take quadratic time, by file and beginning, and what bounds the text that each gets. */
const BOUNDED: readonly (readonly [file: string, begins: string, bound: string])[] = [
  ['lib/split-sentences.js', '[\\p{L}\\p{N}.]+$', '20 characters before a dot'],
  ['voices/clauses.js', '([.!?…。！？]+)', 'a word, cut at 1,500 characters'],
  ['voices/speakable.js', '[.,:;!?)\\]]*$', 'an address, of 2,007 characters at most'],
  ['engines/listening/open-ending.js', "([\\p{L}']+)[^", 'the last 100 characters of what was heard'],
  ['engines/builtin/talk/persona.js', '\\s+(?:who|that', 'a role, of 90 characters'],
  [
    'formats/markdown.js',
    '^\\s*(?:[-*+]|',
    'a line of 16,384 characters; it fails at a line break only, which none has',
  ],
  ['formats/markdown.js', '\\[([^\\]]{0,500})', 'quadratic up to 2,000 characters a link, linear beyond'],
];

test('no regular expression takes more than linear time, or quadratic time for a text that is bounded', async () => {
  const files = ['server/dist/', 'contracts/dist/']
    .flatMap((folder) =>
      readdirSync(ROOT + folder, { recursive: true, encoding: 'utf8' }).map((file) => ROOT + folder + file),
    )
    .filter((file) => file.endsWith('.js') && !/\.test\.js$|\/testing\/|question-set/.test(file));
  const child = fork(new URL('../support/hostile/pump-process.js', import.meta.url));
  const slow: string[] = [];
  const quadratic: string[] = [];
  let trying = '';
  const count = await new Promise<number>((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    child.on('message', (message: Pumped) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        child.kill('SIGKILL');
        reject(new Error(`never ends: ${trying}`));
      }, LONGEST_MS);
      if (message.kind === 'trying') trying = message.where;
      else if (message.kind === 'slow') slow.push(`${message.where} on ${message.text}: ${message.ms} ms`);
      else if (message.kind === 'quadratic') quadratic.push(message.where);
      else {
        clearTimeout(timer);
        resolve(message.count);
      }
    });
    child.once('error', reject);
    child.send(files);
  });
  child.kill();
  console.info(`  ${count} expressions in ${files.length} files`);
  expect(count).toBeGreaterThan(300);
  expect(slow).toEqual([]);
  const isBounded = (where: string) => BOUNDED.some(([file, begins]) => where.includes(`${file} /${begins}`));
  expect(quadratic.filter((where) => !isBounded(where))).toEqual([]);
}, 600_000);

test.each([
  /^\s{0,3}(#{1,6})(?:\s+(.*?))?(?:\s+#+)?\s*$/,
  /^[\s|:-]*-[\s|:-]*\|[\s|:-]*$/,
  /^\s*\|?\s*:?-{2,}:?\s*(\|\s*:?-{2,}:?\s*)*\|?\s*$/,
])('the test would see %s, which is cubic', (expression) =>
  expect(slowest(expression).ms).toBeGreaterThan(MOST_MS),
);

test.each([/\/+$/, /\s*[:;]+\s*/g, /(\S)[*_`|]+(?=[\s.,;:!?]|$)/g, /<!--[\s\S]*?-->/g])(
  'the test would see %s, which is quadratic',
  (expression) => expect(quadraticOn(expression)).toBeDefined(),
);

test.each([/[\s>]+/g, /^[^:]{1,60}: (.+)$/s, /!\[([^\]]{0,500})\]\([^)]{0,2000}\)/g])(
  'the test knows that %s is not',
  (expression) => expect(quadraticOn(expression)).toBeUndefined(),
);
