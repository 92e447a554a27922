import type { FaceDrawer } from '../face-drawer.ts';
import { PhotoDrawer } from './photo-drawer.ts';
import { readPhoto } from './read-photo.ts';
import { resolveRig } from './rig.ts';

/** @throws Error when the picture cannot be read or the rig names an unknown point. */
export async function openPhoto(
  image: Uint8Array,
  rig: Record<string, [number, number]> | undefined,
  width: number,
  height: number,
): Promise<FaceDrawer> {
  const photo = await readPhoto(image, width, height);
  return new PhotoDrawer(photo, resolveRig(rig, photo));
}
