import { createSigner } from '../../lib/signature.ts';
import { type BlobStore, readBlob } from '../blobs.ts';
import { forbidden, notFound, unprocessable } from '../errors.ts';
import type { Face, FaceStore } from './faces.ts';
import { REF_IMAGE_BYTES, type RefImage } from './ref-image.ts';

/** Draws the still picture of a face. */
export interface FaceStills {
  /** @throws Error with a sentence for the user where a picture cannot be used */
  still(
    face: { identity: string } | { image: Uint8Array },
    size: number,
  ): Promise<{ bytes: Uint8Array; contentType: string }>;
}

export const FACE_IMAGE_KINDS = ['thumbnail', 'reference'] as const;
export type FaceImageKind = (typeof FACE_IMAGE_KINDS)[number];

export interface FaceImages {
  /** Path and query of a signed address that a browser can load without a key. */
  address(faceId: string, kind: FaceImageKind): string;
  /** @throws DomainError `forbidden`, `not_found` */
  read(
    faceId: string,
    kind: FaceImageKind,
    signature: string,
  ): Promise<{ bytes: Uint8Array; contentType: string }>;
}

const PIXELS: Record<FaceImageKind, number> = { thumbnail: 256, reference: 1024 };
const THUMBNAIL_BYTES = 1024 * 1024;

const thumbnailKey = (imageKey: string): string => `${imageKey}-thumbnail`;

/**
 * Stores a picture with its thumbnail; making the thumbnail also proves that the picture can be decoded. Returns the
 * bytes of both. @throws DomainError `unprocessable` when it cannot be decoded; nothing is stored then
 */
export async function keepFaceImage(
  { blobs, stills }: { blobs: BlobStore; stills: FaceStills },
  imageKey: string,
  image: RefImage,
): Promise<number> {
  let thumbnail: { bytes: Uint8Array; contentType: string };
  try {
    thumbnail = await stills.still({ image: image.bytes }, PIXELS.thumbnail);
  } catch (error) {
    throw unprocessable('refImage', (error as Error).message);
  }
  const { bytes, contentType } = thumbnail;
  await blobs.put(thumbnailKey(imageKey), bytes, { contentType, maxBytes: THUMBNAIL_BYTES });
  await blobs.put(imageKey, image.bytes, { contentType: image.contentType, maxBytes: REF_IMAGE_BYTES });
  return bytes.length + image.bytes.length;
}

export async function deleteFaceImage(blobs: BlobStore, imageKey: string): Promise<void> {
  await blobs.delete(imageKey);
  await blobs.delete(thumbnailKey(imageKey));
}

export function createFaceImages(needs: {
  store: Pick<FaceStore, 'findById'>;
  blobs: BlobStore;
  stills: FaceStills;
  secret: Uint8Array;
}): FaceImages {
  const { store, blobs, stills } = needs;
  const signer = createSigner(needs.secret, 'face-images');
  const drawn = new Map<string, Promise<{ bytes: Uint8Array; contentType: string }>>();
  const subject = (faceId: string, kind: FaceImageKind) => `${faceId}/${kind}`;

  /** Cached, because the built-in pictures are few and each takes tens of milliseconds to draw. */
  function drawBuiltIn(identity: string, kind: FaceImageKind) {
    const key = `${identity}/${kind}`;
    let picture = drawn.get(key);
    if (!picture) {
      picture = stills.still({ identity }, PIXELS[kind]);
      drawn.set(key, picture);
      picture.catch(() => drawn.delete(key));
    }
    return picture;
  }

  async function picture(face: Face, kind: FaceImageKind) {
    if (!face.imageKey) return drawBuiltIn(face.identity, kind);
    const [key, contentType] =
      kind === 'thumbnail'
        ? [thumbnailKey(face.imageKey), 'image/png']
        : [face.imageKey, face.imageType ?? 'application/octet-stream'];
    const bytes = await readBlob(blobs, key);
    if (!bytes) throw notFound('picture of the face', face.id);
    return { bytes, contentType };
  }

  return {
    address(faceId, kind) {
      return `/images/faces/${faceId}/${kind}?signature=${signer.sign(subject(faceId, kind))}`;
    },
    async read(faceId, kind, signature) {
      if (!signer.verify(subject(faceId, kind), signature)) {
        throw forbidden('The signature does not belong to this address.');
      }
      const face = await store.findById(faceId);
      if (!face) throw notFound('face', faceId);
      return picture(face, kind);
    },
  };
}
