import { readFileSync } from 'node:fs';
import type { BuiltInPerson } from '../face-kind.ts';

/** The face packs of the built-in people, one folder each, and `people.json`, which lists them. */
export const PACKS = new URL('../../../people/', import.meta.url);

/** The built-in people, in list order. This file does not load the canvas, so the main process may import it. */
export const PEOPLE = JSON.parse(
  readFileSync(new URL('people.json', PACKS), 'utf8'),
) as readonly BuiltInPerson[];
