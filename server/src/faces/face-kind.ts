import type { FacePicture } from './face.ts';
import type { FaceDrawer } from './face-drawer.ts';

/** A built-in face, which needs no picture, as the API and lists name it. */
export interface BuiltInPerson {
  /** `identity` of a face or an avatar; no two people of any renderers share one. */
  readonly identity: string;
  /** Name for people. */
  readonly name: string;
  readonly description: string;
}

export type OpenPerson = (identity: string, width: number, height: number) => Promise<FaceDrawer>;

/**
 * `showStill` gets a frame to show meanwhile, if opening takes long. Rejects with a message that may be shown
 * to a user, or with the reason of `signal`, which ends the opening.
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
 * and the threads that draw read it; a new renderer is a folder with one of these and a line in `face-kinds.ts`. It
 * draws people of its own, pictures that users upload, or both.
 */
export interface FaceKind {
  /** Name for messages and tests. */
  readonly name: string;
  readonly people?: {
    readonly list: readonly BuiltInPerson[];
    /** Loads the drawing code. The main process never needs it. */
    load(): Promise<OpenPerson>;
    /** A still of 256 x 256, as WebP: a list of people is shown without drawing them. */
    thumbnail(identity: string): Promise<Uint8Array>;
  };
  /** Draws uploaded pictures. Where several renderers can, the first in `face-kinds.ts` is used. */
  readonly pictures?: {
    load(): Promise<OpenPicture>;
    /** Whether a mesh that was kept spares a search; see `FacePicture.mesh`. */
    knowsMesh(mesh: Uint8Array): boolean;
    /** Whether opening the file again and again costs little. */
    isPlain(image: Uint8Array): boolean;
    /** The picture in a file that is plain; undefined where its own is. */
    plainCopy(image: Uint8Array): Promise<Uint8Array | undefined>;
  };
}
