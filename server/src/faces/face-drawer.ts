import type { FacePose } from './director/face-pose.ts';

/** Why a face in a picture cannot be animated: too few pixels, cut off by the border, or turned away or covered. */
export type FaceProblem = 'small' | 'cut' | 'turned';

/** A face that was found in a picture. Coordinates are fractions of its width and height from the top left. */
export interface PictureFace {
  left: number;
  top: number;
  width: number;
  height: number;
  /** The points of its eyes. Given as points of a rig, they select this face. */
  eyes: Record<string, [number, number]>;
  /** Whether it is the face that is shown. */
  isShown: boolean;
  problem?: FaceProblem;
}

/** Draws poses of one face. */
export interface FaceDrawer {
  /** A one-sentence notice for the owner of the picture. */
  readonly notice?: string;
  /** For a picture: the points that animate it, as fractions of its width and height from the top left. */
  readonly points?: Record<string, [number, number]>;
  /** For a picture: the faces in it, the largest first. */
  readonly faces?: readonly PictureFace[];
  /**
   * For a picture that only sways because its owner's points do not form a face: an error that tells the owner what is
   * wrong.
   */
  readonly rigError?: Error | undefined;
  /** For a picture: the result of the search for its face, to store; see `FacePicture.mesh`. */
  readonly packedFaces?: Uint8Array | undefined;
  /** Draws the frame of the pose. */
  draw(pose: FacePose): void;
  /** Writes the last frame as I420. */
  convert(i420: Uint8Array): void;
  /** Returns the last frame as opaque RGBA. */
  copyPixels(): Uint8ClampedArray;
  /** Called when it is no longer used. It may be reused for the next request for this face at this size. */
  release?(): void;
}
