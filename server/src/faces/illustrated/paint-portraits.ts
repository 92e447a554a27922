/** `npm run build` runs this: the service then has the built-in people without painting them. */
import { readdir, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { ILLUSTRATED_IDENTITIES } from './identities.ts';
import { keepPortrait, PORTRAIT_FOLDER } from './painted-portraits.ts';

/** The size of the pictures unless a setting changes it. */
const SIZE = 512;

const kept = new Set<string>();
for (const { id } of ILLUSTRATED_IDENTITIES) kept.add(basename(await keepPortrait(id, SIZE, SIZE)));
for (const name of await readdir(PORTRAIT_FOLDER)) {
  if (!kept.has(name)) await rm(new URL(name, PORTRAIT_FOLDER));
}
