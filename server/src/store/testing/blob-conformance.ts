import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { type BlobStore, BlobTooLargeError, InvalidBlobKeyError, readBlob } from '../../domain/blobs.ts';

const options = { contentType: 'application/octet-stream', maxBytes: 64 * 1024 * 1024 };
const MEBIBYTE = 1024 * 1024;
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Returns a stream of unknown length, in pieces of an odd size. */
function streamOf(bytes: Buffer, piece = 65_521): Readable {
  const pieces = Array.from({ length: Math.ceil(bytes.length / piece) }, (_, n) =>
    bytes.subarray(n * piece, (n + 1) * piece),
  );
  return Readable.from(pieces);
}

/** Tests that every blob store must pass. `open` returns an empty store. */
export function testBlobStore(name: string, open: () => BlobStore): void {
  describe(`${name} as a blob store`, () => {
    it('gives back what it was given', async () => {
      const blobs = open();
      const bytes = Buffer.from('<p>Grüße</p>');
      const stored = await blobs.put('documents/one', bytes, {
        ...options,
        contentType: 'text/html; charset=utf-8',
      });
      expect(stored).toEqual({ size: bytes.length, sha256: hash(bytes) });
      const blob = await blobs.get('documents/one');
      expect(blob).toMatchObject({ size: bytes.length, contentType: 'text/html; charset=utf-8' });
      blob?.stream.destroy();
      expect(await readBlob(blobs, 'documents/one')).toEqual(bytes);
    });

    // Around the part size: where a multipart upload begins, and where parts are filled exactly.
    it.each([0, 1, 8 * MEBIBYTE - 1, 8 * MEBIBYTE, 8 * MEBIBYTE + 1, 16 * MEBIBYTE])(
      'takes a stream of %i bytes, where that is as many as allowed',
      async (size) => {
        const blobs = open();
        const bytes = randomBytes(size);
        const stored = await blobs.put('streams/long', streamOf(bytes), { ...options, maxBytes: size });
        expect(stored).toEqual({ size, sha256: hash(bytes) });
        const back = await readBlob(blobs, 'streams/long');
        expect(back && hash(back)).toBe(hash(bytes));
      },
    );

    it('replaces a blob at once', async () => {
      const blobs = open();
      await blobs.put('a', Buffer.from('first, longer'), options);
      await blobs.put('a', Buffer.from('second'), { ...options, contentType: 'text/plain' });
      expect(String(await readBlob(blobs, 'a'))).toBe('second');
      const blob = await blobs.get('a');
      expect(blob?.contentType).toBe('text/plain');
      blob?.stream.destroy();
    });

    it('answers undefined for what is not there, or is only a folder', async () => {
      const blobs = open();
      await blobs.put('a/b/c', Buffer.from('x'), options);
      expect(await blobs.get('nothing')).toBeUndefined();
      expect(await blobs.get('a/b')).toBeUndefined();
      expect(await blobs.get('a/b/c/d')).toBeUndefined();
    });

    it('keeps a key apart from keys below it', async () => {
      const blobs = open();
      await blobs.put('a/b', Buffer.from('short'), options);
      await blobs.put('a', Buffer.from('shorter'), options);
      expect(String(await readBlob(blobs, 'a/b'))).toBe('short');
      expect(String(await readBlob(blobs, 'a'))).toBe('shorter');
    });

    it('deletes one, or all below a prefix, and ignores absent ones', async () => {
      const blobs = open();
      const keys = Array.from({ length: 25 }, (_, n) => `orgs/one/${n % 2 ? 'deep/' : ''}${n}`);
      for (const key of [...keys, 'orgs/one', 'orgs/one-more/1'])
        await blobs.put(key, Buffer.from(key), options);
      await blobs.delete('orgs/one/0');
      await blobs.delete('orgs/one/0');
      expect(await blobs.get('orgs/one/0')).toBeUndefined();
      await blobs.deletePrefix('orgs/one/');
      await blobs.deletePrefix('orgs/one/');
      for (const key of keys) expect(await blobs.get(key), key).toBeUndefined();
      expect(await readBlob(blobs, 'orgs/one')).toBeDefined();
      expect(await readBlob(blobs, 'orgs/one-more/1')).toBeDefined();
    });

    it('lists what is there, and tells a replaced blob from the one before', async () => {
      const blobs = open();
      const list = async () => {
        const listed = new Map<string, string>();
        for await (const { key, version } of blobs.list()) listed.set(key, version);
        return listed;
      };
      expect(await list()).toEqual(new Map());
      const many = Array.from({ length: 12 }, (_, n) => `orgs/one/${n + 10}`);
      const keys = ['a', 'a/b', 'a/b/c', ...many];
      for (const key of [...keys, 'gone']) await blobs.put(key, Buffer.from(key), options);
      await blobs.delete('gone');
      const before = await list();
      expect([...before.keys()].toSorted()).toEqual(keys);
      await blobs.put('a/b', Buffer.from('new'), options);
      const after = await list();
      expect(keys.filter((key) => after.get(key) !== before.get(key))).toEqual(['a/b']);
    });

    it.each([100, 9 * MEBIBYTE])(
      'refuses a stream of more than %i bytes while it reads, and keeps the old blob',
      async (maxBytes) => {
        const blobs = open();
        await blobs.put('limited', Buffer.from('old'), options);
        let produced = 0;
        const endless = Readable.from(
          (function* () {
            for (;;) {
              produced += 65_536;
              yield Buffer.alloc(65_536);
            }
          })(),
        );
        const error = await blobs
          .put('limited', endless, { ...options, maxBytes })
          .catch((failure: unknown) => failure);
        expect(error).toBeInstanceOf(BlobTooLargeError);
        expect(produced).toBeLessThan(maxBytes + 4 * MEBIBYTE);
        expect(endless.destroyed).toBe(false);
        endless.destroy();
        expect(String(await readBlob(blobs, 'limited'))).toBe('old');
      },
    );

    it.each([1, 10 * MEBIBYTE])('keeps nothing of a stream that fails after %i bytes', async (size) => {
      const blobs = open();
      async function* failing(): AsyncGenerator<Uint8Array> {
        yield Buffer.alloc(size);
        throw new Error('the client went away');
      }
      await expect(blobs.put('failing', failing(), options)).rejects.toThrow('the client went away');
      expect(await blobs.get('failing')).toBeUndefined();
    });

    it('refuses keys that no file could have everywhere', async () => {
      const blobs = open();
      const keys = String.raw`/a a/ a//b . .. a/../b ../../etc/passwd .hidden a/.incoming a\b Upper a.blob/b con nul.txt ends. é a:b`;
      for (const key of [...keys.split(' '), '', 'a\0b', 'a b', 'x'.repeat(129)]) {
        await expect(blobs.put(key, Buffer.from('x'), options), key).rejects.toBeInstanceOf(
          InvalidBlobKeyError,
        );
        await expect(blobs.get(key), key).rejects.toBeInstanceOf(InvalidBlobKeyError);
        await expect(blobs.delete(key), key).rejects.toBeInstanceOf(InvalidBlobKeyError);
      }
    });

    it.each(['', '/', 'a', '../', 'a/../', './', 'a//'])('refuses the prefix %j', async (prefix) => {
      await expect(open().deletePrefix(prefix)).rejects.toBeInstanceOf(InvalidBlobKeyError);
    });
  });
}
