import type { FacePose } from './director/face-pose.ts';

/** Draws the poses of one face. */
export interface FaceDrawer {
  /** A notice for the owner of the picture, in a sentence. */
  readonly notice?: string;
  /** Of a picture: the points it is moved by, in parts of its width and height from the top left. */
  readonly points?: Record<string, [number, number]>;
  /** Composes the picture of the pose. */
  draw(pose: FacePose): void;
  /** Writes the last picture as I420. */
  convert(i420: Uint8Array): void;
  /** The last picture: opaque RGBA. */
  copyPixels(): Uint8ClampedArray;
}
