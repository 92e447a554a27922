import type { Canvas } from '@napi-rs/canvas';
import { REST_POSE } from '../director/face-pose.ts';
import type { FacePicture } from '../face.ts';
import type { FaceDrawer, PictureFace } from '../face-drawer.ts';
import type { FoundFace } from '../landmarks/find-face.ts';
import { ContentCache, contentKey } from './content-cache.ts';
import { decodeOnce } from './decode-once.ts';
import { makeFaceMesh } from './face-mesh.ts';
import { NO_FACE, NO_SEARCH, NOTICES, problemOf, rigNotice } from './face-problem.ts';
import { fitLids } from './fit-lids.ts';
import { framePhoto } from './frame-photo.ts';
import { isPackedFaces, unpackFaces } from './packed-faces.ts';
import { PhotoDrawer } from './photo-drawer.ts';
import type { Size } from './picture-file.ts';
import {
  bendMesh,
  changesMesh,
  checkFace,
  inPixels,
  meanDistance,
  meshToBend,
  pointsOfMesh,
} from './place-points.ts';
import { checkPoints, RigError } from './rig.ts';
import { SwayDrawer } from './sway-drawer.ts';

const foundFaces = new ContentCache<Uint8Array>(64);

/**
 * Opens a picture that is animated by the largest face in it that can be, or the one that its rig matches; otherwise it
 * sways as a whole. `showStill` receives the still picture before the search for a face, which a stored result saves.
 * If the rig does not form a face, the picture only sways too, and `rigError` says what is wrong.
 * @throws Error if the picture cannot be read; the reason of `signal`, which cancels the opening.
 */
export async function openPhoto(
  { image, rig = {}, mesh: given, owner }: FacePicture,
  width: number,
  height: number,
  showStill?: (still: FaceDrawer) => void,
  signal?: AbortSignal,
): Promise<FaceDrawer> {
  const key = contentKey(image);
  const stored = given && isPackedFaces(given) ? given : foundFaces.get(key);
  const onPicture = (picture: Canvas) => {
    const still = new SwayDrawer(framePhoto(picture, undefined, width, height), { notice: NO_FACE });
    still.draw(REST_POSE);
    showStill?.(still);
  };
  const decoded = await decodeOnce(image, key, {
    findsFace: !stored,
    owner,
    signal,
    ...(showStill && { onPicture }),
  });
  const { picture } = decoded;
  const size = { width: picture.width, height: picture.height };
  const packedFaces = stored ?? decoded.faces;
  if (packedFaces) foundFaces.set(key, packedFaces);
  const found = packedFaces && unpackFaces(packedFaces, size);

  let rigError = rigErrorOf(() => checkPoints(rig));
  const placed = rigError ? [] : inPixels(rig, size);
  const isPlaced = placed.length > 0;
  const candidates = (found ?? []).map((face) => ({ ...face, problem: problemOf(face, size) }));
  const shown = isPlaced
    ? candidates.toSorted((a, b) => meanDistance(a.points, placed) - meanDistance(b.points, placed))[0]
    : (candidates.find(({ problem }) => !problem) ?? candidates[0]);
  const faces = candidates.map((face) => describe(face, face === shown, size));
  // If the owner has placed points, the owner decides.
  const isAnimated =
    (shown && !shown.problem) || (isPlaced && !(shown?.isConfirmed && !changesMesh(shown.points, placed)));
  let start: readonly number[] | undefined;
  rigError ??= rigErrorOf(() => {
    if (!isAnimated) return;
    start = meshToBend(placed, shown?.isConfirmed ? shown.points : undefined, size);
    if (isPlaced) checkFace(bendMesh(start, placed), size);
  });
  const eyesOf = (points: readonly number[]) => {
    const { leftEye, rightEye } = pointsOfMesh(points, { width: 1, height: 1 });
    return { left: leftEye!, right: rightEye! };
  };
  if (!start || rigError) {
    const found = shown?.problem ? NOTICES[shown.problem] : packedFaces ? NO_FACE : NO_SEARCH;
    const notice = rigError ? rigNotice(rigError) : found;
    return new SwayDrawer(framePhoto(picture, undefined, width, height), {
      notice,
      packedFaces,
      faces,
      rigError,
    });
  }
  const photo = framePhoto(picture, eyesOf(start), width, height);
  const [left, top] = [photo.shown.left * size.width, photo.shown.top * size.height];
  const scale = width / (photo.shown.width * size.width);
  const inFrame = start.map((value, i) => (value - ([left, top, 0] as const)[i % 3]!) * scale);
  const moved = placed.map(({ name, x, y }) => ({ name, x: (x - left) * scale, y: (y - top) * scale }));
  const mesh = bendMesh(fitLids(photo, inFrame), moved);
  const inPicture = mesh.map((value, i) => value / scale + ([left, top, 0] as const)[i % 3]!);
  return new PhotoDrawer({ person: photo }, makeFaceMesh(mesh), {
    points: { ...pointsOfMesh(inPicture, size), ...rig },
    packedFaces,
    faces,
  });
}

function rigErrorOf(check: () => void): RigError | undefined {
  try {
    check();
  } catch (error) {
    if (error instanceof RigError) return error;
    throw error;
  }
  return undefined;
}

function describe(
  { points, problem }: FoundFace & Pick<PictureFace, 'problem'>,
  isShown: boolean,
  size: Size,
): PictureFace {
  const [xs, ys] = [0, 1].map((k) => points.filter((_, i) => i % 3 === k)) as [number[], number[]];
  const [left, top] = [Math.min(...xs) / size.width, Math.min(...ys) / size.height];
  const { leftEye, rightEye } = pointsOfMesh(points, size);
  return {
    left,
    top,
    width: Math.max(...xs) / size.width - left,
    height: Math.max(...ys) / size.height - top,
    eyes: { leftEye: leftEye!, rightEye: rightEye! },
    isShown,
    ...(problem && { problem }),
  };
}
