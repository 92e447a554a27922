import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findStaleCode } from './refuse-stale-tests.ts';

const PROJECT = { 'p/src': 'p/dist' };
let root: string;

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'visavis-stale-'));
});
afterAll(() => rm(root, { recursive: true }));

/** Writes an empty file that was changed at that second. */
async function write(file: string, second: number): Promise<void> {
  const target = path.join(root, file);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, '');
  await utimes(target, second, second);
}

test('a test whose source is gone, and a source newer than its output, are refused by name', async () => {
  await write('p/src/a/one.test.ts', 100);
  await write('p/dist/a/one.test.js', 200);
  await write('p/dist/asset.js', 200);
  expect(findStaleCode(root, PROJECT)).toBeUndefined();

  await write('p/dist/a/gone.test.js', 200);
  expect(findStaleCode(root, PROJECT)).toContain(
    `no source any more: ${path.join('p/dist/a/gone.test.js')}.`,
  );
  await rm(path.join(root, 'p/dist/a/gone.test.js'));

  await write('p/src/a/one.test.ts', 300);
  expect(findStaleCode(root, PROJECT)).toContain(`${path.join('p/src/a/one.test.ts')}. Compile them`);

  // Touched and compiled without a change: tsc writes its record, not the output.
  await write('p/tsconfig.tsbuildinfo', 400);
  expect(findStaleCode(root, PROJECT)).toBeUndefined();
});
