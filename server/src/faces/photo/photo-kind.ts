import { readFile } from 'node:fs/promises';
import type { FaceKind } from '../face-kind.ts';
import { isKeptMesh } from './kept-mesh.ts';
import { PACKS, PEOPLE } from './people.ts';
import { isPlain } from './picture-file.ts';

/**
 * Built-in people (face packs) and uploaded pictures (packs of one layer), warped over a mesh according to the pose.
 */
export const photoKind: FaceKind = {
  name: 'photo',
  people: {
    list: PEOPLE,
    load: async () => (await import('./open-person.ts')).openPerson,
    thumbnail: (identity) => readFile(new URL(`${identity}/thumbnail.webp`, PACKS)),
  },
  pictures: {
    load: async () => (await import('./open-photo.ts')).openPhoto,
    knowsMesh: isKeptMesh,
    isPlain,
    plainCopy: async (image) => (await import('./decode-once.ts')).plainCopy(image),
  },
};
