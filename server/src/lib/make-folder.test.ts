import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from './make-folder.ts';
import { useFolder } from './testing/use-folder.ts';

const root = useFolder('of each');

test('a folder and its parents are created for their owner, also concurrently', async () => {
  const folder = join(root, 'a', 'b', 'c');
  await Promise.all([makeFolder(folder), makeFolder(folder), makeFolder(join(root, 'a', 'b'))]);
  for (const made of [folder, join(root, 'a')]) expect((await stat(made)).mode & 0o777).toBe(0o700);
  await makeFolder(folder);
});

test.skipIf(process.platform !== 'linux')('a place where nobody can make a folder is an error', async () => {
  await expect(makeFolder('/proc/nobody/here')).rejects.toMatchObject({ code: 'ENOENT' });
});
