import type { FacePose } from './director/face-pose.ts';

/** Why a face in a picture cannot be moved: too few pixels, cut off by the border, turned away or covered. */
export type FaceProblem = 'small' | 'cut' | 'turned';

/** A face that was found in a picture, in parts of its width and height from the top left. */
export interface PictureFace {
  left: number;
  top: number;
  width: number;
  height: number;
  /** Given as points of a rig, they choose this face. */
  eyes: Record<string, [number, number]>;
  /** It is the one that is shown. */
  isShown: boolean;
  problem?: FaceProblem;
}

/** Draws the poses of one face. */
export interface FaceDrawer {
  /** A notice for the owner of the picture, in a sentence. */
  readonly notice?: string;
  /** Of a picture: the points it is moved by, in parts of its width and height from the top left. */
  readonly points?: Record<string, [number, number]>;
  /** Of a picture: the faces in it, the largest first. */
  readonly faces?: readonly PictureFace[];
  /** Of a picture that sways because the points of its owner make no face: what is wrong with them, for the owner. */
  readonly rigError?: Error | undefined;
  /** Of a picture: what spares the next search for its face; see `FacePicture.mesh`. */
  readonly kept?: Uint8Array | undefined;
  /** Composes the picture of the pose. */
  draw(pose: FacePose): void;
  /** Writes the last picture as I420. */
  convert(i420: Uint8Array): void;
  /** The last picture: opaque RGBA. */
  copyPixels(): Uint8ClampedArray;
}
