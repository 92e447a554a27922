/** `npm run build` runs this: the service then has the built-in people without painting them. */
import { readdir, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { renderStill } from '../render-still.ts';
import { ILLUSTRATED_IDENTITIES } from './identities.ts';
import { PAINTED_FOLDER } from './painted-folder.ts';
import { keepPortrait } from './painted-portraits.ts';
import { keepStill } from './painted-stills.ts';

/** The size of the pictures unless a setting changes it. */
const SIZE = 512;
/** The size of thumbnails: the first page that a visitor sees shows them all. */
const STILL_SIZE = 256;

const kept = new Set<string>();
for (const { id } of ILLUSTRATED_IDENTITIES) {
  kept.add(basename(await keepPortrait(id, SIZE, SIZE)));
  const size = { width: STILL_SIZE, height: STILL_SIZE };
  const still = await renderStill({ kind: 'illustrated', identity: id }, size);
  kept.add(basename(await keepStill(id, STILL_SIZE, STILL_SIZE, still)));
}
for (const name of await readdir(PAINTED_FOLDER)) {
  if (!kept.has(name)) await rm(new URL(name, PAINTED_FOLDER));
}
