/** Tests the texts of the console and of the talk page: every language has the same texts. */
import { readdir, readFile } from 'node:fs/promises';
import { describedIn } from '@visavis/web/people';
import { parseAst } from 'rolldown/parseAst';
import { expect, test } from 'vitest';
import { ROOT } from '../support/guide.ts';

const PAGES = ['console', 'talk'];
const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'ja'];
const CONSOLE = `${ROOT}console/src/`;

type Catalogue = { [key: string]: string | Catalogue };

const read = async (page: string, language: string) =>
  JSON.parse(await readFile(`${ROOT}${page}/src/texts/${language}.json`, 'utf8')) as Catalogue;

const isPlural = (value: Catalogue) => Object.keys(value).every((key) => ['one', 'other'].includes(key));
const namesIn = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort().join();
const codesIn = (text: string) => (text.match(/`[^`]*`/g) ?? []).length;

/** Maps the path of each text to its placeholders and the number of its code spans. A plural counts as one text. */
function describe(catalogue: Catalogue, within = ''): Record<string, string> {
  return Object.assign(
    {},
    ...Object.entries(catalogue).map(([key, value]) => {
      const text = typeof value === 'string' ? value : isPlural(value) ? (value.other as string) : undefined;
      if (text === undefined) return describe(value as Catalogue, `${within}${key}.`);
      return { [within + key]: `${typeof value} ${namesIn(text)} ${codesIn(text)}` };
    }),
  ) as Record<string, string>;
}

/** Returns the path of each plural, with its categories. */
function pluralsOf(catalogue: Catalogue, within = ''): [string, string[]][] {
  return Object.entries(catalogue).flatMap(([key, value]) => {
    if (typeof value === 'string') return [];
    return isPlural(value)
      ? [[within + key, Object.keys(value)] satisfies [string, string[]]]
      : pluralsOf(value, `${within}${key}.`);
  });
}

test.each(PAGES.flatMap((page) => LANGUAGES.map((language) => [page, language] as const)))(
  'the %s in %s has every text, with the same placeholders as in English',
  async (page, language) => {
    const catalogue = await read(page, language);
    expect(describe(catalogue)).toEqual(describe(await read(page, 'en')));
    const wanted = new Intl.PluralRules(language).select(1) === 'one' ? ['one', 'other'] : ['other'];
    for (const [path, categories] of pluralsOf(catalogue)) expect(categories, path).toEqual(wanted);
  },
);

test.each(PAGES)('the %s has no catalogues of other languages', async (page) => {
  const files = (await readdir(`${ROOT}${page}/src/texts`)).filter((name) => name.endsWith('.json'));
  expect(files.sort()).toEqual(LANGUAGES.map((language) => `${language}.json`).sort());
});

/** Returns the calls of `fill` in a source file whose text and values are literal. */
function fillings(source: string): { key: string; names: string }[] {
  const found: { key: string; names: string }[] = [];
  function visit(node: unknown): void {
    if (typeof node !== 'object' || node === null) return;
    const { type, callee, arguments: given } = node as Call;
    if (type === 'CallExpression' && callee.name === 'fill') {
      const key = given[0]?.property?.name;
      const values = given[1]?.properties;
      if (key && values?.every((value) => value.key))
        found.push({
          key,
          names: values
            .map((value) => `{${value.key!.name}}`)
            .sort()
            .join(),
        });
    }
    for (const inner of Object.values(node)) visit(inner);
  }
  visit(parseAst(source, { lang: 'tsx' }));
  return found;
}

interface Call {
  type: string;
  callee: { name?: string };
  arguments: { property?: { name: string }; properties?: { key?: { name: string } }[] }[];
}

test('the console fills in every text with the values that it needs', async () => {
  const texts = Object.entries(describe(await read('console', 'en')));
  const files = (await readdir(CONSOLE, { recursive: true })).filter((file) => /\.tsx?$/.test(file));
  const filled = await Promise.all(
    files.map(async (file) => ({ file, calls: fillings(await readFile(CONSOLE + file, 'utf8')) })),
  );
  expect(filled.flatMap(({ calls }) => calls).length).toBeGreaterThan(80);
  for (const { file, calls } of filled)
    for (const { key, names } of calls) {
      const asked = texts.filter(([path]) => path.endsWith(`.${key}`)).map(([, text]) => text.split(' ')[1]);
      expect(asked, `${file}: ${key}`).toContain(names);
    }
});

test('each built-in person is described in each language', async () => {
  const people = JSON.parse(await readFile(`${ROOT}server/people/people.json`, 'utf8')) as {
    identity: string;
    description: string;
  }[];
  for (const { identity, description } of people) {
    const described = LANGUAGES.map((language) => describedIn(language, identity, description));
    expect(described[0]).toBe(description);
    expect(new Set(described).size, identity).toBe(LANGUAGES.length);
  }
});
