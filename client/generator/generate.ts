/** Writes the types of the client: `npm run generate -w client`. */
import { writeFile } from 'node:fs/promises';
import { readDocument } from './read-document.ts';
import { renderTypes, TYPES_FILE } from './render-types.ts';

await writeFile(TYPES_FILE, await renderTypes(await readDocument()));
