import { readFile, writeFile } from 'node:fs/promises';
import { type OpenApi, renderReference } from '@visavis/docs/dist/api/render-reference.js';
import { expect, test } from 'vitest';
import { useApi } from '../support/api-harness.ts';
import { OPERATIONS, RESOURCES } from './contract/specification.ts';

const FILE = new URL('../../../docs/specification.md', import.meta.url);
const BEGIN = '<!-- From here on written by `npm run reference` from the OpenAPI document. -->\n';

const api = useApi();

test('the reference matches the OpenAPI document', async () => {
  const document = (await api.call('GET', '/openapi.json', { key: null })).body as OpenApi;
  const reference = renderReference(document, {
    operations: new Set(OPERATIONS.map(({ method, path }) => `${method} ${path}`)),
    fields: new Map(Object.entries(RESOURCES).map(([name, fields]) => [name, new Set(Object.keys(fields))])),
  });
  const written = await readFile(FILE, 'utf8');
  const prose = written.slice(0, written.indexOf(BEGIN) + BEGIN.length);
  const current = `${prose}\n${reference}\n`;
  if (process.env.VISAVIS_TEST_WRITE_REFERENCE) await writeFile(FILE, current);
  else expect(written, 'to write it anew: npm run reference').toBe(current);
  // Every operation and every resource has a heading.
  for (const methods of Object.values(document.paths))
    for (const { summary } of Object.values(methods)) expect(current).toContain(`#### ${summary}`);
  for (const name of Object.keys(document.components.schemas)) expect(current).toContain(`### ${name}`);
});
