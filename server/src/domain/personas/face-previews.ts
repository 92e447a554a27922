import { DEFAULT_VOICE, type FacePreview, type PreviewFace, type Rig } from '@visavis/contracts';
import type { FairTurns } from '../../lib/fair-turns.ts';
import { toPictureError } from './picture-turns.ts';
import { type ImageFetcher, readRefImage } from './ref-image.ts';

interface PreviewPicture {
  image: Uint8Array;
  rig?: Rig;
  /** The face that `FaceStills` has detected in the picture. */
  mesh?: Uint8Array;
}

/** Renders and speaks a preview of a face that is not saved. */
export interface FacePreviewer {
  /**
   * `inTurn` runs the decoding of the picture when it is its turn.
   * @throws Error for the owner, named `PictureError`, or `RigError` if the points are wrong, or `StillError` if
   * rendering fails
   */
  preview(
    picture: PreviewPicture,
    speech: { text: string; voice: string } | undefined,
    inTurn: <T>(work: () => Promise<T>) => Promise<T>,
  ): Promise<FacePreview>;
}

interface PreviewNeeds {
  previewer: FacePreviewer;
  pictureTurns: FairTurns;
}

/** @throws DomainError `unprocessable`, `capacity` */
export async function previewPicture(
  { previewer, pictureTurns }: PreviewNeeds,
  organizationId: string,
  picture: PreviewPicture,
  speech?: { text: string; voice: string },
): Promise<FacePreview> {
  try {
    return await previewer.preview(picture, speech, (work) => pictureTurns.run(organizationId, work));
  } catch (error) {
    throw toPictureError(error);
  }
}

export function createFacePreviews(needs: PreviewNeeds & { fetcher: ImageFetcher }) {
  return {
    /** @throws DomainError `unprocessable`, `payload_too_large`, `unsupported_media_type`, `capacity` */
    async preview(organizationId: string, { refImage, rig, text, voice }: PreviewFace) {
      const { bytes } = await readRefImage(organizationId, refImage, needs.fetcher);
      const picture = { image: bytes, ...(rig && { rig }) };
      const speech = text ? { text, voice: voice ?? DEFAULT_VOICE } : undefined;
      return previewPicture(needs, organizationId, picture, speech);
    },
  };
}
