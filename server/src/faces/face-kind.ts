import type { FacePicture } from './face.ts';
import type { FaceDrawer } from './face-drawer.ts';

/** A built-in face, which needs no picture, as the API lists it. */
export interface BuiltInPerson {
  /** The `identity` of a face or an avatar, unique among the people of all renderers. */
  readonly identity: string;
  /** The display name. */
  readonly name: string;
  readonly description: string;
}

export type OpenPerson = (identity: string, width: number, height: number) => Promise<FaceDrawer>;

/**
 * `showStill` receives a frame to show meanwhile if opening takes long. Rejects with a message that may be shown to
 * users, or with the reason of `signal`, which cancels the opening.
 */
export type OpenPicture = (
  picture: FacePicture,
  width: number,
  height: number,
  showStill?: (still: FaceDrawer) => void,
  signal?: AbortSignal,
) => Promise<FaceDrawer>;

/**
 * Everything that the rest of the service knows about a renderer of faces. Lists of faces, validation, plans, stills
 * and the drawing threads use it. A new renderer is a folder with one of these and a line in `face-kinds.ts`. It draws
 * people of its own, uploaded pictures, or both.
 */
export interface FaceKind {
  /** The name in messages and tests. */
  readonly name: string;
  readonly people?: {
    readonly list: readonly BuiltInPerson[];
    /** Loads the drawing code, which the main process never needs. */
    load(): Promise<OpenPerson>;
    /** Returns a still of 256 x 256 pixels as WebP, so that lists of people need no drawing. */
    thumbnail(identity: string): Promise<Uint8Array>;
  };
  /** Draws uploaded pictures. If several renderers can, the first in `face-kinds.ts` is used. */
  readonly pictures?: {
    load(): Promise<OpenPicture>;
    /** Whether a stored mesh saves a search; see `FacePicture.mesh`. */
    knowsMesh(mesh: Uint8Array): boolean;
    /** Whether opening the file repeatedly costs little. */
    isPlain(image: Uint8Array): boolean;
    /** Returns a file with the picture that is plain, or undefined if its own is plain. */
    plainCopy(image: Uint8Array): Promise<Uint8Array | undefined>;
  };
}
