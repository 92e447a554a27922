import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ROOT } from '../support/guide.ts';
import { findWrittenTexts } from '../support/written-texts.ts';

const FOLDER = 'console/src/';

test('every text that the console shows comes from its catalogue', () => {
  const files = readdirSync(ROOT + FOLDER, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !file.startsWith('texts/'),
  );
  expect(files.length).toBeGreaterThan(50);
  const found = files.flatMap((file) =>
    findWrittenTexts(readFileSync(ROOT + FOLDER + file, 'utf8'), FOLDER + file),
  );
  expect(found).toEqual([]);
});

test('a text that stands in a page itself is found, with its line', () => {
  const page = `
export const Page = ({ error, count, kind }) => (
  <Card title="A title" key="no-text" size="sm" data={['free', 'paid']}>
    Some <b>text</b> · {count} {'more'} {count === 1 ? 'document' : \`\${count} documents\`} {words.title}
    <Button aria-label={'Keep ' + kind} onClick={() => show({ message: \`\${kind} is deleted.\`, color: 'red' })}>☀</Button>
    <Modal closeButtonProps={{ 'aria-label': 'Close' }} opened={kind === 'new'} />
    <Select placeholder={count && 'any'} data={[{ value: 'no-text', label: 'Left' }]} />
  </Card>
);
throw new Error('Not saved.');
fetch('/v3/tools', { name: 'no-text' });
`;
  expect(findWrittenTexts(page, 'page.tsx')).toEqual([
    'page.tsx:3 A title',
    'page.tsx:3 free',
    'page.tsx:3 paid',
    'page.tsx:4 Some',
    'page.tsx:4 text',
    'page.tsx:4 more',
    'page.tsx:4 document',
    'page.tsx:4 documents',
    'page.tsx:5 Keep',
    'page.tsx:5 is deleted.',
    'page.tsx:6 Close',
    'page.tsx:7 any',
    'page.tsx:7 Left',
    'page.tsx:10 Not saved.',
  ]);
});

test('no form repeats a limit of the contract', () => {
  const files = readdirSync(ROOT + FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.tsx'),
  );
  const repeated = files.flatMap((file) =>
    [
      ...readFileSync(ROOT + FOLDER + file, 'utf8').matchAll(
        /\bmaxLength=\{\d+\}|<NumberInput[^>]*\s(?:min|max)=\{\d+\}/g,
      ),
    ].map(([limit]) => `${file}: ${limit}`),
  );
  expect(repeated).toEqual([]);
});
