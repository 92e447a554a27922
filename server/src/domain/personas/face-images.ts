import { createSigner } from '../../lib/signature.ts';
import { type BlobStore, readBlob } from '../blobs.ts';
import { forbidden, notFound } from '../errors.ts';
import type { Face, FaceStore } from './faces.ts';

/** Draws the still picture of a face. */
export interface FaceStills {
  still(
    face: { kind: 'illustrated'; identity: string } | { kind: 'photo'; image: Uint8Array },
    size: number,
  ): Promise<{ bytes: Uint8Array; contentType: string }>;
}

export const FACE_IMAGE_KINDS = ['thumbnail', 'reference'] as const;
export type FaceImageKind = (typeof FACE_IMAGE_KINDS)[number];

export interface FaceImages {
  /** Path and query of an address that a browser can load: who knows it may see the picture. */
  address(faceId: string, kind: FaceImageKind): string;
  /** @throws DomainError `forbidden`, `not_found` */
  read(
    faceId: string,
    kind: FaceImageKind,
    signature: string,
  ): Promise<{ bytes: Uint8Array; contentType: string }>;
}

const PIXELS: Record<FaceImageKind, number> = { thumbnail: 256, reference: 1024 };

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

  /** The built-in pictures are few and the same for all, and each takes tens of milliseconds to draw. */
  function drawBuiltIn(identity: string, kind: FaceImageKind) {
    const key = `${identity}/${kind}`;
    let picture = drawn.get(key);
    if (!picture) {
      picture = stills.still({ kind: 'illustrated', identity }, PIXELS[kind]);
      drawn.set(key, picture);
      picture.catch(() => drawn.delete(key));
    }
    return picture;
  }

  async function picture(face: Face, kind: FaceImageKind) {
    if (!face.imageKey) return drawBuiltIn(face.identity, kind);
    const image = await readBlob(blobs, face.imageKey);
    if (!image) throw notFound('picture of the face', face.id);
    if (kind === 'thumbnail') return stills.still({ kind: 'photo', image }, PIXELS.thumbnail);
    return { bytes: image, contentType: face.imageType ?? 'application/octet-stream' };
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
