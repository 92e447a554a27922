import type { FaceIdentity } from './face.ts';
import type { FaceDrawer } from './face-drawer.ts';
import { PICTURES, rendererOf } from './face-kinds.ts';

/**
 * Opens the drawer for a face at this size. `showStill` receives a frame to show meanwhile if that takes long.
 * @throws Error if there is no such person or the picture cannot be used; the message may be shown to users.
 */
export async function openDrawer(
  face: FaceIdentity,
  width: number,
  height: number,
  showStill?: (still: FaceDrawer) => void,
  signal?: AbortSignal,
): Promise<FaceDrawer> {
  if ('identity' in face) {
    const people = rendererOf(face.identity);
    if (!people) throw new Error(`There is no built-in face "${face.identity}".`);
    return (await people.load())(face.identity, width, height);
  }
  if (!PICTURES) throw new Error('This service cannot draw uploaded pictures.');
  return (await PICTURES.load())(face, width, height, showStill, signal);
}
