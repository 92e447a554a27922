import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'rolldown/parseAst';
import { expect, test } from 'vitest';
import { growthOf } from '../support/hostile/pump.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Expressions that take quadratic time, by file and beginning, with the limit on the text they are applied to. */
const BOUNDED: readonly (readonly [file: string, begins: string, bound: string])[] = [
  ['lib/split-sentences.js', '[\\p{L}\\p{N}.]+$', '20 characters before a dot'],
  ['voices/clauses.js', '([.!?…。！？]+)', 'a word, cut at 1,500 characters'],
  ['voices/speakable.js', '[.,:;!?)\\]]*$', 'an address, of 2,007 characters at most'],
  ['media/hearing/open-ending.js', "([\\p{L}']+)[^", 'the last 100 characters of what was heard'],
];

function* expressionsOf(node: unknown): Generator<RegExp> {
  if (typeof node !== 'object' || node === null) return;
  if ('regex' in node) {
    const { pattern, flags } = node.regex as { pattern: string; flags: string };
    yield new RegExp(pattern, flags);
  } else for (const inner of Object.values(node)) yield* expressionsOf(inner);
}

test('no regular expression takes more than linear time, or quadratic time for a text of limited length', () => {
  const files = ['server/dist/', 'contracts/dist/']
    .flatMap((folder) =>
      readdirSync(ROOT + folder, { recursive: true, encoding: 'utf8' }).map((file) => folder + file),
    )
    .filter((file) => file.endsWith('.js') && !/\.test\.js$|\/testing\//.test(file));
  const found: Record<string, string[]> = { linear: [], quadratic: [], worse: [] };
  for (const file of files) {
    for (const expression of expressionsOf(parseAst(readFileSync(ROOT + file, 'utf8')))) {
      const { kind, text } = growthOf(expression);
      found[kind]!.push(`${file} ${expression} on ${JSON.stringify(text.slice(0, 8))}`);
    }
  }
  const { linear, quadratic, worse } = found;
  expect(linear!.length).toBeGreaterThan(300);
  expect(worse).toEqual([]);
  const unknown = new Set(quadratic);
  const gone = BOUNDED.filter(([file, begins]) => {
    const known = quadratic!.filter((where) => where.includes(`${file} /${begins}`));
    for (const where of known) unknown.delete(where);
    return known.length === 0;
  });
  expect({ unknown: [...unknown], gone }).toEqual({ unknown: [], gone: [] });
}, 600_000);

test.each([
  /^\s{0,3}(#{1,6})(?:\s+(.*?))?(?:\s+#+)?\s*$/,
  /^[\s|:-]*-[\s|:-]*\|[\s|:-]*$/,
  /^\s*\|?\s*:?-{2,}:?\s*(\|\s*:?-{2,}:?\s*)*\|?\s*$/,
])('this test would detect %s, which is cubic', (expression) =>
  expect(growthOf(expression).kind).toBe('worse'),
);
