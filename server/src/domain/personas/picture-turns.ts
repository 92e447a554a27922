import { FairTurns } from '../../lib/fair-turns.ts';
import { noCapacity, unprocessable } from '../errors.ts';

/** Each that waits holds its body of up to 8 MiB; each that is decoded takes up to 800 MB, two seconds where it is honest. */
const BOUNDS = { atOnce: 2, waitingOfOne: 8, waiting: 32 };

/** The turns of organizations at decoding pictures. */
export const createPictureTurns = (): FairTurns =>
  new FairTurns(BOUNDS, () =>
    noCapacity('Too many pictures are waiting to be processed; try again shortly.'),
  );

/** Returns an error for the owner of a picture in place of an error of decoding or drawing it; any other error as it is. */
export function pictureFault(error: unknown): unknown {
  const { name, message } = error as Error;
  if (name === 'RigError') return unprocessable('rig', message);
  if (name === 'StillError') return noCapacity('The picture could not be drawn; try again shortly.');
  return name === 'PictureError' ? unprocessable('refImage', message) : error;
}
