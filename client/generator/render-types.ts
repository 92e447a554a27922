import { fileURLToPath } from 'node:url';
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript';

export const TYPES_FILE = fileURLToPath(new URL('../../src/generated/api.ts', import.meta.url));

const HEADER =
  '/** Generated from the OpenAPI document by `npm run generate -w client`: change the schemas instead. */\n\n';

/** Returns the TypeScript types of an OpenAPI document: `paths`, and a type for each named schema. */
export async function renderTypes(text: string): Promise<string> {
  const document = withoutExamples(JSON.parse(text) as Document);
  const nodes = await openapiTypescript(document, { rootTypes: true, rootTypesNoSchemaPrefix: true });
  return HEADER + astToString(nodes);
}

type Content = { content?: Record<string, { example?: unknown }> };

type Document = OpenAPI3 & {
  paths: Record<
    string,
    Record<
      string,
      { parameters?: { example?: unknown }[]; requestBody?: Content; responses: Record<string, Content> }
    >
  >;
};

/** Removes examples: they do not affect types, and would change the file whenever they are recorded again. */
function withoutExamples(document: Document): OpenAPI3 {
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    const { parameters = [], requestBody = {}, responses } = operation;
    const bodies = [requestBody, ...Object.values(responses)];
    for (const described of [...parameters, ...bodies.flatMap(({ content = {} }) => Object.values(content))])
      delete described.example;
  }
  return document;
}
