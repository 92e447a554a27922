/** Writes the types of the client: `npm run generate -w client`. */
import { writeFile } from 'node:fs/promises';
import { describeApi } from '@visavis/server/dist/api/describe-api.js';
import { renderTypes, TYPES_FILE } from './render-types.ts';

await writeFile(TYPES_FILE, await renderTypes(await describeApi()));
