import { createCanvas, ImageData } from '@napi-rs/canvas';
import { REST_POSE } from './director/face-pose.ts';
import type { FaceIdentity } from './face.ts';
import { openDrawer } from './open-drawer.ts';
import { plainCopy } from './photo/decode-once.ts';

export interface StillSize {
  width: number;
  height: number;
}

/** A PNG, the result of the search for the face in a picture, and a plain copy if its file is not plain. */
export interface DrawnStill {
  png: Uint8Array;
  mesh?: Uint8Array;
  plain?: Uint8Array;
}

/**
 * Draws a still of a face at rest as PNG, for lists, thumbnails and posters. A photo is cropped to the size. Runs on
 * the calling thread for some hundred milliseconds, so keep the result.
 * @throws Error if the identity is unknown or its picture cannot be used.
 */
export async function drawStill(identity: FaceIdentity, { width, height }: StillSize): Promise<DrawnStill> {
  // The renderers need even sizes; an extra column or row is cut off.
  const even = { width: width + (width & 1), height: height + (height & 1) };
  const drawer = await openDrawer(identity, even.width, even.height);
  drawer.draw(REST_POSE);
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').putImageData(new ImageData(drawer.copyPixels(), even.width, even.height), 0, 0);
  const png = await canvas.encode('png');
  const plain = 'image' in identity && (await plainCopy(identity.image));
  return { png, ...(drawer.packedFaces && { mesh: drawer.packedFaces }), ...(plain && { plain }) };
}
