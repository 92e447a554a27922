/** Writes the generated code of the clients from the OpenAPI document: a part of `npm run compile`. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeApi } from '@visavis/server/dist/api/describe-api.js';
import { renderPython, SYNC_FOLDER } from './render-python.ts';
import { renderTypes } from './render-types.ts';

const TYPES_FILE = fileURLToPath(new URL('../../src/generated/api.ts', import.meta.url));

const document = await describeApi();
// A module that `_async` no longer has must not remain.
await rm(SYNC_FOLDER, { recursive: true, force: true });
for (const [file, text] of [
  [TYPES_FILE, renderTypes(document)] as const,
  ...(await renderPython(document)),
]) {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
