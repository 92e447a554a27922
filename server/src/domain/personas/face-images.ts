import type { FairTurns } from '../../lib/fair-turns.ts';
import { createSigner } from '../../lib/signature.ts';
import { type BlobStore, readBlob } from '../blobs.ts';
import { forbidden, notFound } from '../errors.ts';
import type { Face, FaceStore } from './face.ts';
import { toPictureError } from './picture-turns.ts';
import { PicturesInMemory } from './pictures-in-memory.ts';
import { REF_IMAGE_BYTES, type RefImage } from './ref-image.ts';

/** Renders the still picture of a face, detects the face in it, and creates a copy if the file is not plain. */
export interface FaceStills {
  /** @throws Error named `PictureError`, with a message for the user, if a picture cannot be used */
  still(
    face: { identity: string } | { image: Uint8Array },
    size: number,
  ): Promise<{ bytes: Uint8Array; contentType: string; mesh?: Uint8Array; plain?: Uint8Array }>;
  /** Returns a built-in person's still for lists, which is rendered once and stored with the person. */
  thumbnail(identity: string): Promise<{ bytes: Uint8Array; contentType: string }>;
  /** Whether the `mesh` of a still makes detecting the face in its picture again unnecessary. */
  knowsMesh(mesh: Uint8Array): boolean;
  /** Whether the picture's file is always cheap to decode; otherwise a still comes with a copy that is. */
  isPlain(image: Uint8Array): boolean;
}

export const FACE_IMAGE_KINDS = ['thumbnail', 'reference'] as const;
export type FaceImageKind = (typeof FACE_IMAGE_KINDS)[number];

const PIXELS: Record<FaceImageKind, number> = { thumbnail: 256, reference: 1024 };
const THUMBNAIL_BYTES = 1024 * 1024;
const MESH_BYTES = 32 * 1024;
/** A copy full of noise takes less than half of this. */
const PLAIN_BYTES = 16 * 1024 * 1024;

/** Maximum signed addresses kept in memory, some hundred bytes each. */
const MAX_CACHED_ADDRESSES = 5_000;

const thumbnailKey = (imageKey: string): string => `${imageKey}-thumbnail`;
const meshKey = (imageKey: string): string => `${imageKey}-mesh`;
const plainKey = (imageKey: string): string => `${imageKey}-plain`;

interface ImageNeeds {
  blobs: BlobStore;
  stills: FaceStills;
  pictureTurns: FairTurns;
}

/**
 * Stores a picture with its thumbnail, the detected face, and a copy if its file is not plain; creating the thumbnail
 * also proves that the picture can be decoded. Returns the total bytes. @throws DomainError `unprocessable` if it
 * cannot be decoded, `capacity`; nothing is stored then
 */
export async function storeFaceImage(
  { blobs, stills, pictureTurns }: ImageNeeds,
  organizationId: string,
  imageKey: string,
  image: RefImage,
): Promise<number> {
  const { bytes, contentType, ...found } = await pictureTurns
    .run(organizationId, () => stills.still({ image: image.bytes }, PIXELS.thumbnail))
    .catch((error: unknown) => {
      throw toPictureError(error);
    });
  await blobs.put(thumbnailKey(imageKey), bytes, { contentType, maxBytes: THUMBNAIL_BYTES });
  await blobs.put(imageKey, image.bytes, { contentType: image.contentType, maxBytes: REF_IMAGE_BYTES });
  return bytes.length + image.bytes.length + (await storeMeshAndCopy(blobs, imageKey, found));
}

type MeshAndCopy = Pick<Awaited<ReturnType<FaceStills['still']>>, 'mesh' | 'plain'>;

/** Stores the detected face and the plain copy, if any. Returns the number of bytes stored. */
async function storeMeshAndCopy(
  blobs: BlobStore,
  imageKey: string,
  { mesh, plain }: MeshAndCopy,
): Promise<number> {
  const contentType = 'application/octet-stream';
  if (mesh) await blobs.put(meshKey(imageKey), mesh, { contentType, maxBytes: MESH_BYTES });
  if (plain) await blobs.put(plainKey(imageKey), plain, { contentType, maxBytes: PLAIN_BYTES });
  return (mesh?.length ?? 0) + (plain?.length ?? 0);
}

/**
 * Returns what a worker renders: the picture or its copy, and the face detected in it. `isComplete`: neither detection
 * nor a copy is due. Returns `undefined` if the picture was deleted.
 */
export async function readFaceImage(
  { blobs, stills }: Pick<ImageNeeds, 'blobs' | 'stills'>,
  imageKey: string,
): Promise<{ image: Buffer; mesh: Buffer | undefined; isComplete: boolean } | undefined> {
  const [plain, mesh] = await Promise.all([
    readBlob(blobs, plainKey(imageKey)),
    readBlob(blobs, meshKey(imageKey)),
  ]);
  const image = plain ?? (await readBlob(blobs, imageKey));
  if (!image) return undefined;
  const known = mesh && stills.knowsMesh(mesh) ? mesh : undefined;
  return {
    image,
    mesh: known,
    isComplete: known !== undefined && (plain !== undefined || stills.isPlain(image)),
  };
}

/** Detects the face in a stored picture and copies a file that is not plain; stores both unless it was deleted. */
export async function completeFaceImage(
  { blobs, stills, pictureTurns }: ImageNeeds,
  organizationId: string,
  imageKey: string,
  image: Uint8Array,
): Promise<void> {
  const found = await pictureTurns.run(organizationId, () => stills.still({ image }, PIXELS.thumbnail));
  if ((await storeMeshAndCopy(blobs, imageKey, found)) === 0) return;
  const picture = await blobs.get(imageKey);
  if (picture) picture.stream.destroy();
  else await deleteFaceImage(blobs, imageKey);
}

export async function deleteFaceImage(blobs: BlobStore, imageKey: string): Promise<void> {
  await blobs.delete(imageKey);
  await blobs.delete(thumbnailKey(imageKey));
  await blobs.delete(meshKey(imageKey));
  await blobs.delete(plainKey(imageKey));
}

export type FaceImages = ReturnType<typeof createFaceImages>;

export function createFaceImages(needs: {
  store: Pick<FaceStore, 'findById'>;
  blobs: BlobStore;
  stills: FaceStills;
  secret: Uint8Array;
}) {
  const { store, blobs, stills } = needs;
  const signer = createSigner(needs.secret, 'face-images');
  const pictures = new PicturesInMemory(blobs);
  const rendered = new Map<string, Promise<{ bytes: Uint8Array; contentType: string }>>();
  const subject = (faceId: string, kind: FaceImageKind) => `${faceId}/${kind}`;
  /** Cached: every list of avatars needs them, they never change, and signing takes longer than presenting. */
  const addresses = new Map<string, string>();

  /** Cached, because the built-in pictures are few and each takes tens of milliseconds to render. */
  function renderBuiltIn(identity: string, kind: FaceImageKind) {
    const key = `${identity}/${kind}`;
    let picture = rendered.get(key);
    if (!picture) {
      picture = kind === 'thumbnail' ? stills.thumbnail(identity) : stills.still({ identity }, PIXELS[kind]);
      rendered.set(key, picture);
      picture.catch(() => rendered.delete(key));
    }
    return picture;
  }

  async function readPicture(face: Face, kind: FaceImageKind) {
    if (!face.imageKey) return { ...(await renderBuiltIn(face.identity, kind)), release: () => undefined };
    const [key, contentType] =
      kind === 'thumbnail'
        ? [thumbnailKey(face.imageKey), 'image/png']
        : [face.imageKey, face.imageType ?? 'application/octet-stream'];
    const read = await pictures.read(face.organizationId, key);
    if (!read) throw notFound('picture of the face', face.id);
    return { ...read, contentType };
  }

  return {
    /** Returns path and query of a signed address that a browser can load without a key. */
    address(faceId: string, kind: FaceImageKind) {
      const key = subject(faceId, kind);
      let address = addresses.get(key);
      if (address === undefined) {
        address = `/images/faces/${key}?signature=${signer.sign(key)}`;
        if (addresses.size === MAX_CACHED_ADDRESSES) addresses.clear();
        addresses.set(key, address);
      }
      return address;
    },
    /** Call `release` once the picture was sent. @throws DomainError `forbidden`, `not_found`, `capacity` */
    async read(faceId: string, kind: FaceImageKind, signature: string) {
      if (!signer.verify(subject(faceId, kind), signature)) {
        throw forbidden('The signature is not valid for this address.');
      }
      const face = await store.findById(faceId);
      if (!face) throw notFound('face', faceId);
      return readPicture(face, kind);
    },
  };
}
