import type { FaceKind } from '../face-kind.ts';

/** Uploaded pictures, bent by the pose at the points of their rig. */
export const photoKind: FaceKind = {
  name: 'photo',
  pictures: { load: async () => (await import('./open-photo.ts')).openPhoto },
};
