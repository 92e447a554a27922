import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiHarness, startApi } from '../support/api-harness.ts';

let api: ApiHarness;
// biome-ignore lint/suspicious/noExplicitAny: the document is read as a client of any make would read it.
let document: any;
beforeAll(async () => {
  api = await startApi();
  document = (await api.call('GET', '/openapi.json', { key: null })).body;
});
afterAll(() => api?.close());

const operations = () =>
  Object.entries<Record<string, { operationId: string; [key: string]: unknown }>>(document.paths).flatMap(
    ([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

test('it is OpenAPI 3.1 with a server address', () => {
  expect(document).toMatchObject({
    openapi: '3.1.0',
    info: { title: 'Visavis', version: '3.0.0' },
    servers: [{ url: expect.stringMatching(/^http/) }],
  });
});

test('every operation of the specification is in it', () => {
  const specified = [
    'get /v3/health',
    'post /v3/tokens',
    'post /v3/knowledge-bases',
    'get /v3/knowledge-bases',
    'get /v3/knowledge-bases/{id}',
    'post /v3/knowledge-bases/{id}/documents',
    'patch /v3/knowledge-bases/{id}/documents/{doc}/index',
    'delete /v3/knowledge-bases/{id}/documents/{doc}',
    'post /v3/voices',
    'post /v3/brains',
    'get /v3/brains/{id}',
    'delete /v3/brains/{id}',
    'get /v3/faces',
    'get /v3/conversations',
    'get /v3/organizations/user-usage',
    'post /v1/sessions',
    'get /v1/sessions/{id}',
    'post /v1/agents',
    'get /v1/avatars',
    'get /v1/avatars/{id}',
    'post /v1/session-passes',
  ];
  expect(operations().map(({ method, path }) => `${method} ${path}`)).toEqual(
    expect.arrayContaining(specified),
  );
});

test('operations have names of their own, a summary, a success and a problem', () => {
  const names = operations().map(({ operation }) => operation.operationId);
  expect(new Set(names).size).toBe(names.length);
  for (const { operation, method } of operations()) {
    expect(operation).toMatchObject({ operationId: expect.any(String), summary: expect.any(String) });
    const responses = operation.responses as Record<string, { content: object }>;
    // What follows a conversation may find nothing to follow.
    const codes = Object.keys(responses).filter((code) => code !== '204');
    expect(codes).toEqual([method === 'post' ? '201' : '200', 'default']);
    expect(responses.default!.content).toEqual({
      'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
    });
  }
});

test('every reference leads somewhere, and every schema compiles', () => {
  const text = JSON.stringify(document);
  for (const [, name] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    expect(document.components.schemas).toHaveProperty(name!);
  }
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'api', components: document.components });
  for (const name of Object.keys(document.components.schemas)) {
    expect(ajv.getSchema(`api#/components/schemas/${name}`)).toBeTypeOf('function');
  }
});

test('what the specification requires in answers is required', () => {
  const { Avatar, Agent, HealthResponse } = document.components.schemas;
  expect(HealthResponse.required).toEqual(['status', 'version']);
  expect(Avatar.required.sort()).toEqual(
    [
      'id',
      'organizationId',
      'identity',
      'name',
      'description',
      'thumbnailUrl',
      'createdAt',
      'updatedAt',
    ].sort(),
  );
  expect(Agent.required).toEqual(
    expect.arrayContaining([
      'id',
      'organizationId',
      'provider',
      'emotions',
      'memory',
      'createdAt',
      'updatedAt',
    ]),
  );
});
