import { REST_POSE } from '../director/face-pose.ts';
import type { FacePicture } from '../face.ts';
import type { FaceDrawer } from '../face-drawer.ts';
import { locateFace } from '../locator/locate-face.ts';
import { decodePicture } from './decode-picture.ts';
import { FoundFaces } from './found-faces.ts';
import { framePhoto } from './frame-photo.ts';
import { PhotoDrawer } from './photo-drawer.ts';
import { placePoints } from './place-points.ts';
import { checkPoints, resolveRig } from './rig.ts';
import { SwayDrawer } from './sway-drawer.ts';

const foundFaces = new FoundFaces(locateFace);

/**
 * A picture that moves: by the rig of its owner, else by the face that is found in it, else swaying as a whole.
 * `showStill` gets the unmoved picture before the search for a face, which takes up to a second.
 * @throws Error when the picture cannot be read or the rig is not one.
 */
export async function openPhoto(
  { image, rig }: FacePicture,
  width: number,
  height: number,
  showStill?: (still: FaceDrawer) => void,
): Promise<FaceDrawer> {
  checkPoints(rig ?? {});
  const picture = await decodePicture(image);
  if (showStill && !foundFaces.knows(image)) {
    const still = new SwayDrawer(framePhoto(picture, undefined, width, height));
    still.draw(REST_POSE);
    showStill(still);
  }
  const { points, teeth } = placePoints(rig ?? {}, foundFaces.find(image, picture), picture);
  const { leftEye, rightEye } = points;
  const inPicture = ([x, y]: [number, number]) => [x * picture.width, y * picture.height] as const;
  const eyes = leftEye && rightEye && { left: inPicture(leftEye), right: inPicture(rightEye) };
  const photo = framePhoto(picture, eyes, width, height);
  if (Object.keys(points).length === 0) return new SwayDrawer(photo);
  return new PhotoDrawer(photo, resolveRig(points, photo, teeth), points as Record<string, [number, number]>);
}
