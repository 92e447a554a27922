import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** A built-in face, which needs no picture, as the API lists it. */
export interface BuiltInPerson {
  /** The `identity` of a face or an avatar. */
  readonly identity: string;
  /** The display name. */
  readonly name: string;
  readonly description: string;
}

/** The face packs of the built-in people, one folder each, and `people.json`, which lists them. */
export const PACKS = new URL('../../../people/', import.meta.url);

/**
 * The built-in people, in list order; the first is the default face. This file does not load the canvas, so the main
 * process may import it.
 */
export const PEOPLE = JSON.parse(
  readFileSync(new URL('people.json', PACKS), 'utf8'),
) as readonly BuiltInPerson[];

/** Returns a still of 256 x 256 pixels as WebP, so that lists of people need no drawing. */
export const thumbnailOf = (identity: string): Promise<Uint8Array> =>
  readFile(new URL(`${identity}/thumbnail.webp`, PACKS));
