import { fileURLToPath } from 'node:url';
import openapiTypescript, { astToString } from 'openapi-typescript';

export const TYPES_FILE = fileURLToPath(new URL('../../src/generated/api.ts', import.meta.url));

const HEADER =
  '/** Generated from the OpenAPI document by `npm run generate -w client`: change the schemas instead. */\n\n';

/** The TypeScript of an OpenAPI document: `paths`, and each named schema as a type of its own. */
export async function renderTypes(document: string): Promise<string> {
  const nodes = await openapiTypescript(document, { rootTypes: true, rootTypesNoSchemaPrefix: true });
  return HEADER + astToString(nodes);
}
