import { readFile } from 'node:fs/promises';
import { describeApi } from '@visavis/server/dist/api/describe-api.js';
import { expect, test } from 'vitest';
import { renderTypes, TYPES_FILE } from './render-types.ts';

test('the types of the client are those of the document that the service serves', async () => {
  const isCurrent = (await renderTypes(await describeApi())) === (await readFile(TYPES_FILE, 'utf8'));
  expect(isCurrent, 'out of date: run npm run generate -w client').toBe(true);
});
