import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { useFolder } from '../../lib/testing/use-folder.ts';
import { removeLeftovers } from './leftover-folders.ts';

const parent = useFolder('of each');

it('removes the folders of processes that are gone, and nothing that may be in use', async () => {
  const dead = spawnSync(process.execPath, ['-e', '']).pid;
  const gone = [`visavis-models-${dead}-empty1`, `visavis-models-${dead}-killed`];
  const kept = [
    'visavis-models-abcdef',
    'visavis-other',
    `visavis-models-${dead}-answer`,
    `visavis-models-${process.pid}-ours01`,
  ];
  for (const name of [...gone, ...kept]) await mkdir(join(parent, name));
  await writeFile(join(parent, gone[1]!, 'socket'), '');
  await writeFile(join(parent, `visavis-models-${dead}-afile1`), 'not a folder');
  const server = createServer((socket) => socket.destroy());
  server.listen(join(parent, kept[2]!, 'socket'));
  await once(server, 'listening');
  try {
    await removeLeftovers(parent);
    expect((await readdir(parent)).sort()).toEqual([...kept, `visavis-models-${dead}-afile1`].sort());
  } finally {
    server.close();
  }
});
