import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type BlobStore, readBlob } from '../../domain/blobs.ts';
import { testBlobStore } from '../testing/blob-conformance.ts';
import { openFileBlobStore } from './file-blob-store.ts';

let root: string;
let blobs: BlobStore;
const options = { contentType: 'text/plain', maxBytes: 1_000 };

beforeEach(async () => {
  root = await fs.mkdtemp(path.join(os.tmpdir(), 'visavis-blobs-'));
  blobs = await openFileBlobStore(root);
});
afterEach(() => fs.rm(root, { recursive: true, force: true }));

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

it('lets a reader finish what it began to read', async () => {
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
