import type { FaceIdentity } from './face.ts';
import type { FaceDrawer } from './face-drawer.ts';

/**
 * Opens the drawer for a face at this size, and loads only the code that it needs. `showStill` receives a frame to show
 * meanwhile if that takes long; `signal` cancels the opening of a picture.
 * @throws Error if there is no such person or the picture cannot be used; the message may be shown to users. The reason
 *   of `signal` if that cancels it.
 */
export async function openDrawer(
  face: FaceIdentity,
  width: number,
  height: number,
  showStill?: (still: FaceDrawer) => void,
  signal?: AbortSignal,
): Promise<FaceDrawer> {
  if ('identity' in face) {
    const { openPerson } = await import('./photo/open-person.ts');
    return openPerson(face.identity, width, height);
  }
  const { openPhoto } = await import('./photo/open-photo.ts');
  return openPhoto(face, width, height, showStill, signal);
}
