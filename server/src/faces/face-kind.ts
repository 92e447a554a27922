import type { FacePicture } from './face.ts';
import type { FaceDrawer } from './face-drawer.ts';

/** A built-in face, which needs no picture, as the API and lists name it. */
export interface BuiltInPerson {
  /** `identity` of a face or an avatar; no two people of any renderers share one. */
  readonly identity: string;
  /** For people to read. */
  readonly name: string;
  readonly description: string;
}

export type OpenPerson = (identity: string, width: number, height: number) => Promise<FaceDrawer>;

/**
 * `showStill` gets a picture to show meanwhile, if opening takes long. Rejects with a message that may be shown to a
 * user.
 */
export type OpenPicture = (
  picture: FacePicture,
  width: number,
  height: number,
  showStill?: (still: FaceDrawer) => void,
) => Promise<FaceDrawer>;

/**
 * Everything that the rest of the service knows about a renderer of faces. Lists of faces, validation, plans, stills
 * and the threads that draw read it; a new renderer is a folder with one of these and a line in `face-kinds.ts`. It
 * draws people of its own, pictures that users upload, or both.
 */
export interface FaceKind {
  /** For messages and tests. */
  readonly name: string;
  readonly people?: {
    readonly list: readonly BuiltInPerson[];
    /** Loads the drawing code. The main process never needs it. */
    load(): Promise<OpenPerson>;
    /** Whether opening takes only milliseconds at this size. Where not, a worker opens the person once while it is idle. */
    opensAtOnce?(identity: string, width: number, height: number): Promise<boolean>;
    /** The still as PNG, where the build has made it. */
    readStill?(identity: string, width: number, height: number): Promise<Uint8Array | undefined>;
  };
  /** Draws uploaded pictures. Where several renderers can, the first in `face-kinds.ts` is used. */
  readonly pictures?: { load(): Promise<OpenPicture> };
}
