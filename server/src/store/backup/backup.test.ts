import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type BlobStore, readBlob } from '../../domain/blobs.ts';
import { Deferred } from '../../lib/deferred.ts';
import { seededRandom } from '../../lib/seeded-random.ts';
import { useFolder } from '../../lib/testing/use-folder.ts';
import { openFileBlobStore } from '../blobs/file-blob-store.ts';
import { BackupError } from './manifest.ts';
import { restoreFiles, storeLines, verifyBackup } from './read-backup.ts';
import { type BackupSummary, writeBackup } from './write-backup.ts';

const HEAD = '{"format":"visavis-export","formatVersion":1,"migration":7}\n{"table":"t","columns":["a"]}\n';
const random = seededRandom(13);
let source: BlobStore;
let file: string;
let bytes: Buffer;
let summary: BackupSummary | undefined;

const put = (blobs: BlobStore, key: string, text: string, contentType = 'text/plain') =>
  blobs.put(key, Buffer.from(text), { contentType, maxBytes: 1e6 });

async function write(lines: () => AsyncIterable<string>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  const sources = { lines, blobs: source, secrets: new Map([['secret', 'of-the-installation']]) };
  for await (const piece of writeBackup(
    sources,
    () => undefined,
    (it) => (summary = it),
  )) {
    pieces.push(Buffer.from(piece));
  }
  return Buffer.concat(pieces);
}

const folder = useFolder();
beforeAll(async () => {
  source = await openFileBlobStore(path.join(folder, 'source'));
  file = path.join(folder, 'backup');
  await put(source, 'organizations/org_1/documents/doc_1', 'x'.repeat(700), 'text/markdown');
  await put(source, 'organizations/org_1/documents/empty', '');
  await put(source, 'organizations/org_1/documents/replaced', 'old');
  await put(source, 'organizations/org_1/documents/goes', 'seen by the store');
  bytes = await write(async function* () {
    yield HEAD;
    // Files change while the store is being exported.
    await put(source, 'organizations/org_1/documents/comes', 'new');
    await put(source, 'organizations/org_1/documents/replaced', 'newer');
    await source.delete('organizations/org_1/documents/goes');
    yield '["1"]\n["2"]\n';
  });
  await writeFile(file, bytes);
});

it('contains the store, the secrets, and every file from before and during the snapshot', async () => {
  const manifest = await verifyBackup(file);
  expect(manifest).toMatchObject({ migration: 7, secret: 'included' });
  expect(summary).toMatchObject({ rows: 2, files: 5 });
  let text = '';
  for await (const piece of storeLines(file, manifest)) text += Buffer.from(piece).toString();
  expect(text).toBe(`${HEAD}["1"]\n["2"]\n`);
  const target = await openFileBlobStore(path.join(folder, 'target'));
  const secrets: string[] = [];
  const count = await restoreFiles(
    file,
    manifest,
    target,
    async (name, value) => void secrets.push(name, value),
    () => undefined,
  );
  expect(count).toBe(5);
  expect(secrets).toEqual(['secret', 'of-the-installation']);
  const read = async (name: string) =>
    (await readBlob(target, `organizations/org_1/documents/${name}`))?.toString();
  expect(await read('doc_1')).toBe('x'.repeat(700));
  expect(await read('empty')).toBe('');
  expect(await read('replaced')).toBe('newer');
  expect(await read('comes')).toBe('new');
  expect(await read('goes')).toBe('seen by the store');
  const blob = await target.get('organizations/org_1/documents/doc_1');
  expect(blob?.contentType).toBe('text/markdown');
  blob?.stream.destroy();
});

it('small files are restored together, and an error of any of them is thrown', async () => {
  const manifest = await verifyBackup(file);
  const target = await openFileBlobStore(path.join(folder, 'together'));
  const second = new Deferred();
  let begun = 0;
  const restore = (failing: string) =>
    restoreFiles(
      file,
      manifest,
      {
        ...target,
        async put(key, body, options) {
          begun += 1;
          if (begun === 2) second.resolve();
          await second.promise;
          if (key.endsWith(failing)) throw new Error('the disk broke');
          return target.put(key, body, options);
        },
      },
      async () => undefined,
      () => undefined,
    );
  expect(await restore('none')).toBe(5);
  expect((await readBlob(target, 'organizations/org_1/documents/replaced'))?.toString()).toBe('newer');
  await expect(restore('empty')).rejects.toThrow('the disk broke');
});

it('a store that unpacks to more than the manifest states is refused', async () => {
  const manifest = await verifyBackup(file);
  const parts = manifest.parts.map((part) => (part.unpackedSize ? { ...part, unpackedSize: 20 } : part));
  const read = async () => {
    for await (const _ of storeLines(file, { ...manifest, parts }));
  };
  await expect(read()).rejects.toThrow(/larger than stated/);
});

describe('an incomplete or damaged backup is refused', () => {
  const spoilt = async (change: (bytes: Buffer) => Buffer) => {
    await writeFile(`${file}.spoilt`, change(Buffer.from(bytes)));
    return verifyBackup(`${file}.spoilt`).catch((error: unknown) =>
      error instanceof BackupError ? 'refused' : error,
    );
  };

  it('when any byte was changed, except those that pad the archive', async () => {
    const manifest = await verifyBackup(file);
    const places = Array.from({ length: 150 }, () => Math.floor(random() * bytes.length));
    for (const place of [0, bytes.length - 1, ...places]) {
      const outcome = await spoilt((copy) => {
        copy[place]! ^= 1 << Math.floor(random() * 8);
        return copy;
      });
      // The manifest lists the content of all parts.
      expect(['refused', manifest], `byte ${place}`).toContainEqual(outcome);
    }
  });

  it('when it was truncated at any point', async () => {
    const places = Array.from({ length: 50 }, () => Math.floor(random() * bytes.length));
    for (const place of [0, 1, 512, bytes.length - 512, bytes.length - 1, ...places])
      expect(await spoilt((copy) => copy.subarray(0, place)), `to ${place}`).toBe('refused');
  });

  it('when the file is not a backup, or does not exist', async () => {
    expect(await spoilt(() => Buffer.from('hello'))).toBe('refused');
    expect(await spoilt((copy) => Buffer.concat([copy, Buffer.from('x')]))).toBe('refused');
    await expect(verifyBackup(path.join(folder, 'missing'))).rejects.toThrow(/cannot be read \(ENOENT\)/);
    await expect(verifyBackup(folder)).rejects.toThrow(/is a folder/);
  });
});

it('fails when a file is shorter than announced', async () => {
  const blobs: BlobStore = {
    ...source,
    list: async function* () {
      yield { key: 'a', version: '1' };
    },
    get: async () => ({
      size: 10,
      contentType: 'text/plain',
      stream: (await source.get('organizations/org_1/documents/comes'))!.stream,
    }),
  } as BlobStore;
  const archive = writeBackup(
    {
      lines: async function* () {
        yield HEAD;
      },
      blobs,
      secrets: new Map(),
    },
    () => undefined,
    () => undefined,
  );
  await expect(
    (async () => {
      for await (const _ of archive);
    })(),
  ).rejects.toThrow(/changed while it was read/);
});
