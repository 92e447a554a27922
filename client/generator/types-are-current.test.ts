import { readFile } from 'node:fs/promises';
import { describeApi } from '@visavis/server/dist/api/describe-api.js';
import { expect, test } from 'vitest';
import { renderPython } from './render-python.ts';
import { renderTypes, TYPES_FILE } from './render-types.ts';

test('the generated clients match the document that the service serves', async () => {
  const document = await describeApi();
  const files = [[TYPES_FILE, await renderTypes(document)] as const, ...(await renderPython(document))];
  for (const [file, text] of files) {
    const isCurrent = text === (await readFile(file, 'utf8').catch(() => undefined));
    expect(isCurrent, `${file} is out of date: run npm run generate -w client`).toBe(true);
  }
});
