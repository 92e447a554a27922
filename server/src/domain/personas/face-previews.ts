import type { FacePreview, PreviewFace, Rig } from '@visavis/contracts';
import { unprocessable } from '../errors.ts';
import { type ImageFetcher, readRefImage } from './ref-image.ts';

/** The voice where none is chosen. */
const VOICE = 'Puck';

/** Draws and speaks what is not saved. */
export interface FacePreviewer {
  /** @throws Error for the owner; one named `RigError` where the points are at fault and not the picture */
  preview(
    picture: { image: Uint8Array; rig?: Rig },
    said?: { text: string; voice: string },
  ): Promise<FacePreview>;
}

export interface FacePreviews {
  /** @throws DomainError `unprocessable`, `payload_too_large`, `unsupported_media_type` */
  preview(fields: PreviewFace): Promise<FacePreview>;
}

export function createFacePreviews(needs: { fetcher: ImageFetcher; previewer: FacePreviewer }): FacePreviews {
  return {
    async preview({ refImage, rig, text, voice }) {
      const { bytes } = await readRefImage(refImage, needs.fetcher);
      const picture = { image: bytes, ...(rig && { rig }) };
      try {
        return await needs.previewer.preview(picture, text ? { text, voice: voice ?? VOICE } : undefined);
      } catch (error) {
        const { name, message } = error as Error;
        throw unprocessable(name === 'RigError' ? 'rig' : 'refImage', message);
      }
    },
  };
}
