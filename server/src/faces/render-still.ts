import { createCanvas, ImageData } from '@napi-rs/canvas';
import { REST_POSE } from './director/face-pose.ts';
import type { FaceIdentity } from './face.ts';
import { openDrawer } from './open-drawer.ts';

export async function renderStill(
  identity: FaceIdentity,
  size: { width: number; height: number },
): Promise<Uint8Array> {
  const { width, height } = size;
  const drawer = await openDrawer(identity, width, height);
  drawer.draw({ ...REST_POSE });
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').putImageData(new ImageData(drawer.copyPixels(), width, height), 0, 0);
  return canvas.encode('png');
}
