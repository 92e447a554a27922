import { FairTurns } from '../../lib/fair-turns.ts';
import { noCapacity, unprocessable } from '../errors.ts';

/** A waiting picture occupies up to 8 MiB; decoding takes up to 800 MB, and two seconds for an ordinary picture. */
const PICTURE_LIMITS = { atOnce: 2, waitingOfOne: 8, waiting: 32 };

/** Creates the turns in which organizations decode pictures. */
export const createPictureTurns = (): FairTurns =>
  new FairTurns(PICTURE_LIMITS, () =>
    noCapacity('Too many pictures are waiting to be processed; try again shortly.'),
  );

/** Converts an error of decoding or rendering a picture into one for its owner; returns any other error unchanged. */
export function toPictureError(error: unknown): unknown {
  const { name, message } = error as Error;
  if (name === 'RigError') return unprocessable('rig', message);
  if (name === 'StillError') return noCapacity('The picture could not be drawn; try again shortly.');
  return name === 'PictureError' ? unprocessable('refImage', message) : error;
}
