/**
 * `npm run build` runs this: the service then has the built-in people without painting them. What this very code has
 * painted before is kept.
 */
import { renderStill } from '../render-still.ts';
import { ILLUSTRATED_IDENTITIES } from './identities.ts';
import { removeStalePaintings } from './painted-folder.ts';
import { isPainted, keepPortrait } from './painted-portraits.ts';
import { keepStill, readStill } from './painted-stills.ts';

/** The size of the pictures unless a setting changes it, and the one that they take on a machine under pressure. */
const SIZES = [512, 384];
/** The size of thumbnails: the first page that a visitor sees shows them all. */
const STILL_SIZE = 256;

for (const { id } of ILLUSTRATED_IDENTITIES) {
  for (const size of SIZES) if (!(await isPainted(id, size, size))) await keepPortrait(id, size, size);
  if (await readStill(id, STILL_SIZE, STILL_SIZE)) continue;
  const size = { width: STILL_SIZE, height: STILL_SIZE };
  const still = await renderStill({ kind: 'illustrated', identity: id }, size);
  await keepStill(id, STILL_SIZE, STILL_SIZE, still);
}
await removeStalePaintings();
