import { expect, test } from 'vitest';
import { renderTypes } from './render-types.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const TURNS = {
  type: ['object', 'null'],
  properties: {
    patience: { type: ['string', 'null'], enum: ['quick', 'normal'] },
    waitMs: { type: 'integer' },
  },
};

/** The types of an API with one operation, without the helpers above them. */
function typesOf(body: object, parameters: object[] = []): string {
  const operation = {
    operationId: 'makeThing',
    summary: 'Make thing',
    tags: ['things'],
    parameters,
    requestBody: { required: true, ...json(body) },
    responses: { 201: json({ $ref: '#/components/schemas/Thing' }), 410: {} },
  };
  const Thing = { type: 'object', required: ['id'], properties: { id: { type: 'string', format: 'uri' } } };
  const document = {
    paths: { '/things': { post: operation } },
    webhooks: {},
    components: { schemas: { Thing } },
  };
  const text = renderTypes(JSON.stringify(document));
  return text.slice(text.indexOf('export interface paths'));
}

test('an operation has its path, parameters, body and answers', () => {
  const parameter = {
    in: 'query',
    name: 'take',
    description: 'How many.',
    schema: { type: 'integer', default: 9 },
  };
  expect(
    typesOf({ type: 'object' }, [parameter]),
  ).toBe(`export interface paths { "/things": Path<{ post: operations['makeThing'] }>; }
export interface webhooks {}
export interface operations {
  /** Make thing. */
  makeThing: {
    parameters: Inputs<{
      query?: {
        /** How many. */
        take?: number;
      };
    }>;
    requestBody: { content: { 'application/json': Record<string, never>; } };
    responses: {
      201: Answer<{ 'application/json': Thing; }>;
      410: EmptyAnswer;
    };
  };
}
export interface components {
  schemas: { Thing: Thing; };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export type Thing = {
  /** Format: uri. */
  id: string;
};
`);
});

test.each([
  [{ type: 'string', readOnly: true }, 'readonly field?: string;'],
  [{ type: 'boolean', default: false }, 'field: boolean;'],
  [{ const: 3 }, 'field?: 3;'],
  [{}, 'field?: unknown;'],
  [{ type: ['array', 'null'], items: { type: ['string', 'null'] } }, 'field?: (string | null)[] | null;'],
  [{ type: 'object', additionalProperties: { type: 'number' } }, 'field?: { [key: string]: number };'],
  [{ type: 'object', additionalProperties: true }, 'field?: { [key: string]: unknown };'],
  [{ anyOf: [{ $ref: '#/components/schemas/Thing' }, { type: 'null' }] }, 'field?: Thing | null;'],
])('a field %j', (schema, expected) => {
  expect(typesOf({ type: 'object', properties: { field: schema } })).toContain(`{ ${expected} }`);
});

test('an object that occurs repeatedly is written once, and what is said of it each time', () => {
  const text = typesOf({
    type: 'object',
    properties: { first: { ...TURNS, description: 'One.' }, second: { ...TURNS, type: 'object' } },
    required: ['second'],
  });
  expect(text).toMatch(/\/\*\* One\. \*\/\n +first\?: MakeThingBodyFirst \| null;/);
  expect(text).toContain('second: MakeThingBodyFirst;');
  expect(text).toContain(`\ntype MakeThingBodyFirst = {
  patience?: "quick" | "normal" | null;
  waitMs?: number;
};`);
});
