import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../support/guide.ts';

const FOLDER = join(ROOT, '.github');
const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.yml'),
);
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

test.each(files)('%s can be read, and runs scripts that there are', (name) => {
  const text = readFileSync(join(FOLDER, name), 'utf8');
  expect(parse(text)).toBeTypeOf('object');
  for (const [, script] of text.matchAll(/npm run ([\w:-]+)/g))
    expect(Object.keys(scripts)).toContain(script);
});

test('what is done on GitHub is what is done here: .ci/run, and the two commands of the README', () => {
  const { jobs } = parse(readFileSync(join(FOLDER, 'workflows/ci.yml'), 'utf8')) as {
    jobs: Record<string, { steps: { run?: string }[] }>;
  };
  const commands = Object.values(jobs).map(({ steps }) => steps.flatMap(({ run }) => run ?? []));
  expect(commands).toEqual([['npm ci', 'npm test'], ['.ci/run']]);
});

test('every workflow is allowed to read alone, unless a job of it says why not', () => {
  for (const name of files.filter((file) => file.startsWith('workflows'))) {
    const { permissions } = parse(readFileSync(join(FOLDER, name), 'utf8')) as { permissions?: object };
    expect(permissions, name).toEqual({ contents: 'read' });
  }
});
