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

test('what is private in a class begins with #: the language itself keeps it private then', () => {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/(?:^|\/)(?:dist|node_modules|generated)\//.test(file))
      .map((file) => join(folder, file)),
  );
  expect(files.length).toBeGreaterThan(800);
  expect(files.filter((file) => PRIVATE_MEMBER.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});
