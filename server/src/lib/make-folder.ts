import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder and its parents, accessible to the owner only. Node's `mkdir` with `recursive` never returns if an
 * existing folder fails with ENOENT, as `/proc` does (Node 20 to 24).
 * @throws NodeJS.ErrnoException if it cannot be made
 */
export async function makeFolder(folder: string): Promise<void> {
  let refusal = await makeOne(folder);
  const above = dirname(folder);
  if (refusal?.code === 'ENOENT' && above !== folder) {
    if (!(await isFolder(above))) await makeFolder(above);
    refusal = await makeOne(folder);
  }
  if (refusal) throw refusal;
}

async function makeOne(folder: string): Promise<NodeJS.ErrnoException | undefined> {
  try {
    await mkdir(folder, { mode: 0o700 });
    return undefined;
  } catch (error) {
    return (await isFolder(folder)) ? undefined : (error as NodeJS.ErrnoException);
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
