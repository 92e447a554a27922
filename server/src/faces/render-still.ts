import { createCanvas, ImageData } from '@napi-rs/canvas';
import { REST_POSE } from './director/face-pose.ts';
import type { FaceIdentity } from './face.ts';
import { PICTURES } from './face-kinds.ts';
import { openDrawer } from './open-drawer.ts';

export interface StillSize {
  width: number;
  height: number;
}

/** PNG, what spares the next search for the face in a picture, and the picture as a plain file where its own is not. */
export interface DrawnStill {
  png: Uint8Array;
  mesh?: Uint8Array;
  plain?: Uint8Array;
}

/**
 * A still of a face at rest as PNG: for lists, thumbnails and posters. A photo is cut to the size.
 * It runs on the calling thread (some hundred milliseconds): keep the result.
 * @throws Error when the identity is unknown or its picture cannot be used.
 */
export async function drawStill(identity: FaceIdentity, { width, height }: StillSize): Promise<DrawnStill> {
  // The renderers need even sizes; one column more or less is cut away.
  const even = { width: width + (width & 1), height: height + (height & 1) };
  const drawer = await openDrawer(identity, even.width, even.height);
  drawer.draw(REST_POSE);
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').putImageData(new ImageData(drawer.copyPixels(), even.width, even.height), 0, 0);
  const png = await canvas.encode('png');
  const plain = 'image' in identity && (await PICTURES?.plainCopy(identity.image));
  return { png, ...(drawer.kept && { mesh: drawer.kept }), ...(plain && { plain }) };
}

/** `drawStill` for a picture alone. */
export async function renderStill(identity: FaceIdentity, size: StillSize): Promise<Uint8Array> {
  return (await drawStill(identity, size)).png;
}
