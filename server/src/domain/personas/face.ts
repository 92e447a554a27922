import type { Rig } from '@visavis/contracts';
import type { Owned, OwnedStore } from '../owned.ts';
import type { ImageType } from './ref-image.ts';

/** A built-in face, which needs no picture. */
export interface BuiltInFace {
  /** Its name in the API: `identity` of a face or an avatar. */
  identity: string;
  name: string;
  description: string;
}

export interface Face extends Owned {
  /** The name of a built-in face or of a custom one. */
  identity: string;
  builtIn: boolean;
  description: string | null;
  /** Blob key of a custom face's picture. */
  imageKey: string | null;
  imageType: ImageType | null;
  /** Bytes of the picture and its thumbnail; 0 for a built-in face. */
  imageBytes: number;
  rig: Rig | null;
}

/** Returns the fields of the row of a built-in face. */
export const builtInFields = ({ identity, description }: BuiltInFace) => ({
  identity,
  builtIn: true,
  description,
  imageKey: null,
  imageType: null,
  imageBytes: 0,
  rig: null,
});

export interface FaceStore extends OwnedStore<Face> {
  /** Finds a face of any organization; only for serving signed addresses. */
  findById(id: string): Promise<Face | undefined>;
  findBuiltIn(organizationId: string, identity: string, client: string | null): Promise<Face | undefined>;
  /** Returns the newest custom face of this name. */
  findCustom(organizationId: string, identity: string): Promise<Face | undefined>;
}
