import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeFolder } from './make-folder.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'visavis-folder-'));
});
afterEach(() => rm(root, { recursive: true }));

test('a folder and its parents are created for their owner, also concurrently', async () => {
  const folder = join(root, 'a', 'b', 'c');
  await Promise.all([makeFolder(folder), makeFolder(folder), makeFolder(join(root, 'a', 'b'))]);
  for (const made of [folder, join(root, 'a')]) expect((await stat(made)).mode & 0o777).toBe(0o700);
  await makeFolder(folder);
});

test.skipIf(process.platform !== 'linux')('a place where nobody can make a folder is an error', async () => {
  await expect(makeFolder('/proc/nobody/here')).rejects.toMatchObject({ code: 'ENOENT' });
});
