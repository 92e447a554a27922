import fs from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { type BlobStore, readBlob } from '../../domain/blobs.ts';
import { Deferred } from '../../lib/deferred.ts';
import { createDiskReserve } from '../../lib/disk-reserve.ts';
import { silentLogger } from '../../lib/logger.ts';
import { useFolder } from '../../lib/testing/use-folder.ts';
import { testBlobStore } from '../testing/blob-conformance.ts';
import { openFileBlobStore } from './file-blob-store.ts';

let blobs: BlobStore;
const options = { contentType: 'text/plain', maxBytes: 1_000 };

const root = useFolder('of each');
beforeEach(async () => {
  blobs = await openFileBlobStore(root);
});

testBlobStore('a folder', () => blobs);

it('leaves no temporary file behind, whether a blob was stored or refused', async () => {
  await blobs.put('a', Buffer.from('x'), options);
  await blobs.put('b', Buffer.alloc(2_000), options).catch(() => undefined);
  expect(await fs.readdir(path.join(root, '.incoming'))).toEqual([]);
});

it('removes temporary files that a crash left behind, but not recent ones, which may be in use', async () => {
  const old = path.join(root, '.incoming/old');
  await fs.writeFile(old, 'x');
  await fs.writeFile(path.join(root, '.incoming/young'), 'x');
  const longAgo = new Date(Date.now() - 48 * 3_600_000);
  await fs.utimes(old, longAgo, longAgo);
  await openFileBlobStore(root);
  expect(await fs.readdir(path.join(root, '.incoming'))).toEqual(['young']);
});

it('lets a reader finish a blob that it started to read', async () => {
  await blobs.put('a', Buffer.from('before'), options);
  const blob = await blobs.get('a');
  await blobs.put('a', Buffer.from('after'), options);
  await blobs.delete('a');
  const chunks: Buffer[] = [];
  for await (const chunk of blob?.stream ?? []) chunks.push(chunk as Buffer);
  expect(String(Buffer.concat(chunks))).toBe('before');
});

it('survives the deletion of the folder that it writes into', async () => {
  for (let round = 0; round < 20; round += 1) {
    await Promise.all([
      blobs.put('orgs/one/deep/a', Buffer.from('x'), options),
      blobs.deletePrefix('orgs/one/'),
      blobs.put('orgs/one/deep/b', Buffer.from('x'), options),
    ]);
  }
  await blobs.put('orgs/one/deep/a', Buffer.from('last'), options);
  expect(String(await readBlob(blobs, 'orgs/one/deep/a'))).toBe('last');
});

const MIB = 1024 * 1024;

it('stores no more of a blob than fits on the disk, and leaves nothing of it', async () => {
  const disk = await smallDisk(10 * MIB);
  let taken = 0;
  async function* endless() {
    for (;;) {
      taken += MIB;
      yield Buffer.alloc(MIB);
    }
  }
  await expect(disk.put('large', endless(), { ...options, maxBytes: 2 ** 30 })).rejects.toMatchObject({
    kind: 'resources',
  });
  expect(taken).toBeLessThan(16 * MIB);
  expect(await disk.get('large')).toBeUndefined();
  expect(await fs.readdir(path.join(root, '.incoming'))).toEqual([]);
  // The space that the refused blob had used is available again.
  await disk.put('fits', Buffer.alloc(9 * MIB), { ...options, maxBytes: 9 * MIB });
});

it('many simultaneous slow blobs do not use up the reserve of the disk together', async () => {
  const disk = await smallDisk(10 * MIB);
  const rest = new Deferred();
  const isWaiting: string[] = [];
  async function* waiting(key: string) {
    yield Buffer.alloc(4 * MIB - 4096);
    isWaiting.push(key);
    await rest.promise;
  }
  const keys = Array.from({ length: 6 }, (_, n) => `blob-${n}`);
  const refused: string[] = [];
  const all = keys.map((key) =>
    disk.put(key, waiting(key), { ...options, maxBytes: 50 * MIB }).catch((error) => {
      expect(error.kind).toBe('resources');
      refused.push(key);
    }),
  );
  await expect.poll(() => isWaiting.length + refused.length).toBe(keys.length);
  expect(isWaiting).toHaveLength(2);
  rest.resolve();
  await Promise.all(all);
});

/** Opens a store on a disk with this much free space above its reserve. */
function smallDisk(bytes: number): Promise<BlobStore> {
  const free = async () => 256 * MIB + bytes - (await bytesBelow(root));
  return openFileBlobStore(root, createDiskReserve(root, 256 * MIB, silentLogger, free));
}

async function bytesBelow(folder: string): Promise<number> {
  const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = files.map(async ({ parentPath, name }) => (await fs.stat(path.join(parentPath, name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
