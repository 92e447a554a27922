/** Writes the generated code of the clients from the OpenAPI document: `npm run generate -w client`. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describeApi } from '@visavis/server/dist/api/describe-api.js';
import { renderPython } from './render-python.ts';
import { renderTypes, TYPES_FILE } from './render-types.ts';

const document = await describeApi();
for (const [file, text] of [
  [TYPES_FILE, await renderTypes(document)],
  ...(await renderPython(document)),
] as const) {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
