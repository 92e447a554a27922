import type { FaceStills } from '../domain/personas/face-images.ts';
import { isPackedFaces } from '../faces/photo/packed-faces.ts';
import { thumbnailOf } from '../faces/photo/people.ts';
import { isPlain } from '../faces/photo/picture-file.ts';
import { StillRenderer } from '../faces/still-renderer.ts';
import type { Logger } from '../lib/logger.ts';

export const openStills = (log: Logger): StillRenderer =>
  new StillRenderer({
    onFailure: (error) =>
      log.error({ event: 'face.still_failed', err: error }, 'a picture of a face could not be drawn'),
  });

export function composeFaceStills(stills: Pick<StillRenderer, 'render'>): FaceStills {
  return {
    still: async (face, size) => {
      const { png, ...kept } = await stills.render(face, { width: size, height: size });
      return { bytes: png, contentType: 'image/png', ...kept };
    },
    thumbnail: async (identity) => ({
      bytes: await thumbnailOf(identity),
      contentType: 'image/webp',
    }),
    knowsMesh: isPackedFaces,
    isPlain,
  };
}
