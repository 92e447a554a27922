/**
 * `npm run build` runs this, so that the service has the built-in people without painting them. Pictures that the same
 * version of the code has painted before are kept.
 */
import { renderStill } from '../render-still.ts';
import { isPainted, keepStill, readStill } from './painted-files.ts';
import { removeStalePaintings } from './painted-folder.ts';
import { keepPortrait } from './painted-portraits.ts';
import { PEOPLE } from './people.ts';

/** The size of the pictures unless a setting changes it, and the one that they take on a machine under pressure. */
const SIZES = [512, 384];
/** The size of thumbnails: the first page that a visitor sees shows them all. */
const STILL_SIZE = 256;

for (const { identity } of PEOPLE) {
  for (const size of SIZES)
    if (!(await isPainted(identity, size, size))) await keepPortrait(identity, size, size);
  if (await readStill(identity, STILL_SIZE, STILL_SIZE)) continue;
  const size = { width: STILL_SIZE, height: STILL_SIZE };
  const still = await renderStill({ identity }, size);
  await keepStill(identity, STILL_SIZE, STILL_SIZE, still);
}
await removeStalePaintings();
