/** Tests that the defects of `npm run test:canaries` can still be introduced: their places in the code may change. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { CANARIES } from '../canaries/canary-list.ts';

const ROOT = new URL('../../../', import.meta.url);

test.each(CANARIES)('$name: its place in the code exists once', async ({ file, find }) => {
  const code = await readFile(new URL(file, ROOT), 'utf8');
  expect(code.split(find)).toHaveLength(2);
});
