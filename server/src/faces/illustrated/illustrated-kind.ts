import type { FaceKind } from '../face-kind.ts';
import { isPainted, readStill } from './painted-files.ts';
import { PEOPLE } from './people.ts';

/** Painted people, whose layers are bent by the pose. */
export const illustratedKind: FaceKind = {
  name: 'illustrated',
  people: {
    list: PEOPLE,
    load: async () => (await import('./open-illustrated.ts')).openIllustrated,
    opensAtOnce: isPainted,
    readStill,
  },
};
