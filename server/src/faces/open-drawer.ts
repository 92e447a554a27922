import type { FaceIdentity } from './face.ts';
import type { FaceDrawer } from './face-drawer.ts';
import { openIllustrated } from './illustrated/open-illustrated.ts';
import { openPhoto } from './photo/open-photo.ts';

/**
 * Builds what draws this identity at this size. `showStill` is told of a picture to show meanwhile, where it takes long.
 * @throws when the identity is unknown or its picture cannot be used; the message may be shown to a user.
 */
export async function openDrawer(
  identity: FaceIdentity,
  width: number,
  height: number,
  showStill?: (still: FaceDrawer) => void,
): Promise<FaceDrawer> {
  if (identity.kind === 'illustrated') return openIllustrated(identity.identity, width, height);
  return openPhoto(identity.image, identity.rig, width, height, showStill);
}
