import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { FairTurns } from '../../lib/fair-turns.ts';
import type { BlobStore } from '../blobs.ts';
import {
  completeFaceImage,
  createFaceImages,
  deleteFaceImage,
  readFaceImage,
  storeFaceImage,
} from './face-images.ts';

const KEY = 'organizations/org/faces/one';

/** Creates a store with the picture, and a face finder with this version. */
function setUp(version: string) {
  const stored = new Map<string, Buffer>([[KEY, Buffer.from('picture')]]);
  const blobs = {
    put: async (key: string, body: Uint8Array) => void stored.set(key, Buffer.from(body)),
    get: async (key: string) => {
      const bytes = stored.get(key);
      return bytes && { stream: Readable.from([bytes]), size: bytes.length, contentType: '' };
    },
    delete: async (key: string) => void stored.delete(key),
  } as unknown as BlobStore;
  const finder = { version, searches: 0 };
  const stills = {
    still: async (face: { identity: string } | { image: Uint8Array }) => {
      finder.searches++;
      const plain = 'image' in face && String(face.image) === 'slow' ? Buffer.from('copy') : undefined;
      const mesh = Buffer.from(finder.version);
      return { bytes: Buffer.from('still'), contentType: '', mesh, ...(plain && { plain }) };
    },
    thumbnail: () => Promise.reject(new Error('no built-in person')),
    knowsMesh: (mesh: Uint8Array) => String(Buffer.from(mesh)) === finder.version,
    isPlain: (image: Uint8Array) => String(image) !== 'slow',
  };
  const pictureTurns = new FairTurns({ atOnce: 1, waitingOfOne: 1, waiting: 1 }, () => new Error('full'));
  const needs = { blobs, stills, pictureTurns };
  const read = async () => {
    const { image, mesh, isComplete } = (await readFaceImage(needs, KEY))!;
    return { image: String(image), mesh: String(mesh), isComplete };
  };
  return { stored, finder, needs, read };
}

it('keeps the face of an earlier picture until the face finder changes', async () => {
  const { needs, finder, read } = setUp('1');
  expect(await read()).toEqual({ image: 'picture', mesh: 'undefined', isComplete: false });
  await completeFaceImage(needs, 'org', KEY, Buffer.from('picture'));
  expect(await read()).toEqual({ image: 'picture', mesh: '1', isComplete: true });
  finder.version = '2';
  expect(await read()).toEqual({ image: 'picture', mesh: 'undefined', isComplete: false });
});

it('stores nothing for a picture that was deleted during the search', async () => {
  const { needs, stored } = setUp('1');
  stored.delete(KEY);
  await completeFaceImage(needs, 'org', KEY, Buffer.from('slow'));
  expect(stored.size).toBe(0);
});

it('gives workers a plain copy of a picture that is slow to decode, including old ones, until it is deleted', async () => {
  const { needs, stored, read } = setUp('1');
  const slow = { bytes: Buffer.from('slow'), contentType: 'image/jpeg' } as const;
  expect(await storeFaceImage(needs, 'org', KEY, slow)).toBe(
    'still'.length + 'slow'.length + 1 + 'copy'.length,
  );
  expect(await read()).toEqual({ image: 'copy', mesh: '1', isComplete: true });
  await deleteFaceImage(needs.blobs, KEY);
  expect(stored.size).toBe(0);

  stored.set(KEY, slow.bytes);
  stored.set(`${KEY}-mesh`, Buffer.from('1'));
  expect(await read()).toEqual({ image: 'slow', mesh: '1', isComplete: false });
  await completeFaceImage(needs, 'org', KEY, slow.bytes);
  expect(await read()).toEqual({ image: 'copy', mesh: '1', isComplete: true });
});

it('holds a picture once, however many read it, and limits the share of one organization', async () => {
  const { needs } = setUp('1');
  let opened = 0;
  const blobs = {
    get: async () => {
      opened++;
      return { stream: Readable.from([Buffer.from('picture')]), size: 5 * 1024 * 1024, contentType: '' };
    },
  } as unknown as BlobStore;
  const store = {
    findById: async (id: string) => ({
      id,
      organizationId: id.split('-')[0]!,
      imageKey: `faces/${id}`,
      imageType: 'image/png',
    }),
  };
  const images = createFaceImages({ ...needs, blobs, store: store as never, secret: Buffer.alloc(32) });
  const read = (id: string) =>
    images.read(id, 'reference', images.address(id, 'reference').split('signature=')[1]!);
  const held = await Promise.all(Array.from({ length: 100 }, () => read('many-0')));
  expect(opened).toBe(1);
  expect(new Set(held.map(({ bytes }) => bytes)).size).toBe(1);
  for (let at = 1; at < 12; at++) await read(`many-${at}`);
  await expect(read('many-12')).rejects.toMatchObject({ code: 'capacity' });
  expect(String((await read('one-0')).bytes)).toBe('picture');
  // Memory is only freed when the last reader releases the picture.
  for (const { release } of held.slice(1)) release();
  await expect(read('many-12')).rejects.toMatchObject({ code: 'capacity' });
  held[0]!.release();
  expect(String((await read('many-12')).bytes)).toBe('picture');
});
