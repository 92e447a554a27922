import { beforeAll, expect, test } from 'vitest';
import { useApi } from '../support/api-harness.ts';
import { packageVersion } from '../support/inside.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is read as an untyped client would read it.
let document: any;
const api = useApi();
beforeAll(async () => {
  document = (await api.call('GET', '/openapi.json', { key: null })).body;
});

const operations = () =>
  Object.entries<Record<string, { operationId: string; [key: string]: unknown }>>(document.paths).flatMap(
    ([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

test('it is OpenAPI 3.1 with a server address', () => {
  expect(document).toMatchObject({
    openapi: '3.1.0',
    info: { title: 'Visavis', version: packageVersion },
    servers: [{ url: expect.stringMatching(/^http/) }],
  });
});

test('operations have unique names, a summary, a success and a problem', () => {
  const names = operations().map(({ operation }) => operation.operationId);
  expect(new Set(names).size).toBe(names.length);
  for (const { operation, method } of operations()) {
    expect(operation).toMatchObject({ operationId: expect.any(String), summary: expect.any(String) });
    const responses = operation.responses as Record<string, { content: object }>;
    // 204 is left out: an operation that follows a conversation may find none to follow.
    const codes = Object.keys(responses).filter((code) => code !== '204');
    expect(codes).toEqual([method === 'post' ? '201' : '200', 'default']);
    expect(responses.default!.content).toEqual({
      'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
    });
  }
});

test('what may be left out when creating may also be null, meaning "none"', () => {
  type Schema = {
    type?: string | string[];
    anyOf?: Schema[];
    required?: string[];
    properties?: Record<string, Schema>;
  };
  const refusing = (schema: Schema, at: string): string[] =>
    Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => [
      ...(schema.required?.includes(name) || (inner as { readOnly?: true }).readOnly ? [] : [inner])
        .filter(({ type, anyOf = [{ type }] }) => !anyOf.some((one) => [one.type].flat().includes('null')))
        .map(() => `${at}.${name}`),
      ...refusing(inner, `${at}.${name}`),
    ]);
  const bodies = operations()
    .filter(({ path }) => /^\/v[13]\//.test(path))
    // `PUT` of a character works like `PATCH`: omitted fields stay unchanged, so all fields are optional.
    .filter(
      ({ path, method }) => method === 'post' || (method === 'put' && !path.startsWith('/v3/characters/')),
    )
    .flatMap(({ path, operation }) => {
      const { requestBody } = operation as { requestBody?: { content: Record<string, { schema: Schema }> } };
      return requestBody ? refusing(requestBody.content['application/json']!.schema, path) : [];
    });
  expect(bodies).toEqual([]);
});
