import type { FacePose } from './director/face-pose.ts';

/** Why a face in a picture cannot be moved: too few pixels, cut off by the border, turned away or covered. */
export type FaceProblem = 'small' | 'cut' | 'turned';

/** A face that was found in a picture, in parts of its width and height from the top left. */
export interface PictureFace {
  left: number;
  top: number;
  width: number;
  height: number;
  /** Points of its eyes: given as points of a rig, they choose this face. */
  eyes: Record<string, [number, number]>;
  /** Whether it is the face that is shown. */
  isShown: boolean;
  problem?: FaceProblem;
}

/** Draws the poses of one face. */
export interface FaceDrawer {
  /** A notice for the owner of the picture, in a sentence. */
  readonly notice?: string;
  /** For a picture: the points that move it, in parts of its width and height from the top left. */
  readonly points?: Record<string, [number, number]>;
  /** For a picture: the faces in it, the largest first. */
  readonly faces?: readonly PictureFace[];
  /**
   * For a picture that only sways, because the points of its owner make no face: an error for the owner that
   * says what is wrong with them.
   */
  readonly rigError?: Error | undefined;
  /** For a picture: bytes to keep, which spare the next search for its face; see `FacePicture.mesh`. */
  readonly kept?: Uint8Array | undefined;
  /** Draws the frame of the pose. */
  draw(pose: FacePose): void;
  /** Writes the last frame as I420. */
  convert(i420: Uint8Array): void;
  /** Returns the last frame: opaque RGBA. */
  copyPixels(): Uint8ClampedArray;
  /** Nobody uses it any more: it may be given to the next who opens this face at this size. */
  release?(): void;
}
