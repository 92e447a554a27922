import type { CreateFace, FacePlan, Rig, UpdateFace } from '@visavis/contracts';
import type { FairTurns } from '../../lib/fair-turns.ts';
import type { BlobStore } from '../blobs.ts';
import type { Clock } from '../clock.ts';
import { conflict, quote, unprocessable } from '../errors.ts';
import { newId } from '../ids.ts';
import type { StoredBytes } from '../organizations/stored-bytes.ts';
import { ownedResources } from '../owned.ts';
import { type BuiltInFace, builtInFields, type Face, type FaceStore } from './face.ts';
import {
  completeFaceImage,
  deleteFaceImage,
  type FaceStills,
  readFaceImage,
  storeFaceImage,
} from './face-images.ts';
import { type FacePreviewer, previewPicture } from './face-previews.ts';
import { type ImageFetcher, type RefImage, readRefImage } from './ref-image.ts';

/** The face that an avatar requests: the name of a built-in face, or a picture. */
export interface FaceRequest {
  identity?: string | null | undefined;
  refImage?: string | null | undefined;
  rig?: Rig | null | undefined;
  client: string | null;
}

const rigWithoutPicture = () => unprocessable('rig', 'Only a face with a refImage has a rig.');

export type Faces = ReturnType<typeof createFaces>;

export function createFaces(needs: {
  store: FaceStore;
  blobs: BlobStore;
  fetcher: ImageFetcher;
  stills: FaceStills;
  previewer: FacePreviewer;
  pictureTurns: FairTurns;
  builtInFaces: readonly BuiltInFace[];
  storedBytes: StoredBytes;
  clock: Clock;
}) {
  const { store, blobs, fetcher, builtInFaces, clock } = needs;
  const faces = ownedResources('face', 'face', store, clock);
  const describe = (identity: string) => builtInFaces.find((face) => face.identity === identity);

  function requireBuiltIn(identity: string): BuiltInFace {
    const builtIn = describe(identity);
    if (builtIn) return builtIn;
    const known = builtInFaces.map((face) => face.identity).join(', ');
    throw unprocessable(
      'identity',
      `There is no built-in face ${quote(identity)}. Choose one of ${known}, or give a refImage.`,
    );
  }

  async function addCustom(
    organizationId: string,
    fields: {
      identity?: string | null | undefined;
      client: string | null;
      description: string | null;
      rig: Rig | null;
    },
    image: RefImage,
  ): Promise<Face> {
    if (fields.rig) await previewPicture(needs, organizationId, { image: image.bytes, rig: fields.rig });
    const imageKey = `organizations/${organizationId}/faces/${newId('face')}`;
    const { length } = image.bytes;
    const reserved = await needs.storedBytes.reserve(organizationId, {
      maxBytes: length,
      minBytes: length,
    });
    try {
      const imageBytes = await storeFaceImage(needs, organizationId, imageKey, image);
      return await faces.add(organizationId, {
        identity: fields.identity || `custom-${imageKey.slice(-6)}`,
        builtIn: false,
        description: fields.description,
        imageKey,
        imageType: image.contentType,
        imageBytes,
        rig: fields.rig,
        client: fields.client,
      });
    } catch (error) {
      await deleteFaceImage(blobs, imageKey);
      throw error;
    } finally {
      reserved.release();
    }
  }

  const completing = new Set<string>();
  /** Completes the picture for the next conversation; the worker of the current one does it itself. Never rejects. */
  async function complete(organizationId: string, imageKey: string, image: Uint8Array): Promise<void> {
    if (completing.has(imageKey)) return;
    completing.add(imageKey);
    try {
      await completeFaceImage(needs, organizationId, imageKey, image);
    } catch {
      // The worker reports unusable pictures. After other failures the next plan tries again.
    } finally {
      completing.delete(imageKey);
    }
  }

  async function checkRig({ imageKey, organizationId }: Face, rig: Rig): Promise<void> {
    if (!imageKey) throw rigWithoutPicture();
    const { image, mesh } = (await readFaceImage(needs, imageKey)) ?? {};
    if (image) await previewPicture(needs, organizationId, { image, rig, ...(mesh && { mesh }) });
  }

  function refuseBuiltInName(identity: string | null | undefined): void {
    if (identity && describe(identity)) {
      throw unprocessable(
        'identity',
        `${quote(identity)} is a built-in face; give a custom face another name.`,
      );
    }
  }

  return {
    ...faces,
    describe,
    create: async (organizationId: string, fields: CreateFace) => {
      const { identity, refImage } = fields;
      const client = fields.client ?? null;
      const description = fields.description ?? null;
      if (refImage) {
        refuseBuiltInName(identity);
        const image = await readRefImage(organizationId, refImage, fetcher);
        const custom = { identity, client, description, rig: fields.rig ?? null };
        return addCustom(organizationId, custom, image);
      }
      if (!identity) throw unprocessable('identity', 'Specify a built-in face, or give a refImage.');
      if (fields.rig) throw rigWithoutPicture();
      const custom = describe(identity) ? undefined : await store.findCustom(organizationId, identity);
      if (custom)
        throw conflict(
          `The face ${quote(identity)} already exists: ${custom.id}. A new face needs a refImage.`,
        );
      const builtIn = requireBuiltIn(identity);
      if (await store.findBuiltIn(organizationId, identity, client)) {
        throw conflict(
          `The built-in face ${quote(identity)} already exists${client ? ' for this client' : ''}.`,
        );
      }
      const row = builtInFields(builtIn);
      return faces.add(organizationId, { ...row, description: description ?? row.description, client });
    },
    update: async (organizationId: string, id: string, { description, client, rig }: UpdateFace) => {
      if (rig) await checkRig(await faces.get(organizationId, id), rig);
      return faces.change(organizationId, id, { description, client, rig });
    },
    remove: async (organizationId: string, id: string) => {
      const face = await faces.remove(organizationId, id);
      if (face.imageKey) await deleteFaceImage(blobs, face.imageKey);
      return face;
    },
    /** Returns the face for an avatar: a new custom face, or the row of a built-in face, added if missing. */
    async obtain(organizationId: string, { identity, refImage, rig, client }: FaceRequest) {
      if (refImage) {
        refuseBuiltInName(identity);
        const image = await readRefImage(organizationId, refImage, fetcher);
        const fields = { identity, client, description: null, rig: rig ?? null };
        return { face: await addCustom(organizationId, fields, image), isNew: true };
      }
      if (rig) throw rigWithoutPicture();
      const wanted = identity || builtInFaces[0]?.identity;
      if (!wanted) throw unprocessable('refImage', 'This service has no built-in face; give a refImage.');
      const builtIn = requireBuiltIn(wanted);
      const existing = await store.findBuiltIn(organizationId, wanted, null);
      if (existing) return { face: existing, isNew: false };
      const fields = { ...builtInFields(builtIn), client: null };
      return { face: await faces.add(organizationId, fields), isNew: true };
    },
    /** Returns the face's part of a plan, for the worker. */
    async plan(face: Face): Promise<FacePlan> {
      if (!face.imageKey) return { identity: face.identity };
      const picture = await readFaceImage(needs, face.imageKey);
      if (!picture) throw new Error(`The picture of ${face.id} is missing.`);
      const { image, mesh } = picture;
      if (!picture.isComplete) void complete(face.organizationId, face.imageKey, image);
      return {
        image: image.toString('base64'),
        ...(face.rig && { rig: face.rig }),
        ...(mesh && { mesh: mesh.toString('base64') }),
      };
    },
  };
}
