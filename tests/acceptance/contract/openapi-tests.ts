import { beforeAll, describe, expect, test } from 'vitest';
import type { ContractRun } from './contract-run.ts';
import { specified } from './sentences.ts';
import {
  type Auth,
  type Field,
  type Fields,
  type FieldType,
  OPERATIONS,
  RESOURCES,
} from './specification.ts';

interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  format?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  additionalProperties?: unknown;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  default?: number;
}

interface DocumentedOperation {
  security: Record<string, string[]>[];
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content: Record<string, { schema: Schema }> }>;
}

interface OpenApi {
  info: { version: string };
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: { schemas: Record<string, Schema> };
}

const SCHEMES: Record<Auth, string[]> = { none: [], 'api key': ['apiKey'], 'bearer token': ['clientToken'] };

/** Tests that the OpenAPI document declares every operation and every field as the specification does. */
export function openApiTests(run: () => ContractRun): void {
  let document: OpenApi;
  beforeAll(async () => {
    document = (await (await fetch(`${run().service.url}/openapi.json`)).json()) as OpenApi;
  });

  /** Returns the schema that a reference points to; of an `anyOf` with `null`, the other schema. */
  const resolve = (schema: Schema): Schema => {
    const chosen = schema.anyOf?.find(({ type }) => type !== 'null') ?? schema;
    return chosen.$ref ? document.components.schemas[chosen.$ref.split('/').at(-1)!]! : chosen;
  };

  /** Returns the JSON types that a schema allows, except `null`, which means "none" in requests. */
  function typesOf(schema: Schema): string[] {
    const named = schema.type ?? [...new Set(schema.enum?.map((value) => typeof value))];
    return [named]
      .flat()
      .map((type) => (type === 'integer' ? 'number' : type))
      .filter((type) => type !== 'null');
  }

  function expectAnswerType(schema: Schema, type: FieldType, at: string): void {
    if (typeof type === 'object' && 'resource' in type) expectAnswer(schema, RESOURCES[type.resource], at);
    else if (typeof type === 'object' && 'fields' in type) expectAnswer(schema, type.fields, at);
    else if (typeof type === 'object' && 'arrayOf' in type) {
      expect(typesOf(schema), at).toEqual(['array']);
      expectAnswer(schema.items!, RESOURCES[type.arrayOf], at);
    } else if (typeof type === 'object') {
      expect([...(schema.enum as string[])].sort(), at).toEqual([...type.enum].sort());
    } else {
      const isText = type === 'date-time' || type === 'url';
      expect(typesOf(schema), at).toEqual([isText ? 'string' : type]);
      if (isText) expect(schema.format, at).toBe(type === 'url' ? 'uri' : type);
    }
  }

  function expectAnswer(given: Schema, fields: Fields, at: string): void {
    const schema = resolve(given);
    for (const [name, field] of Object.entries(fields)) {
      expect(schema.properties, `${at}.${name}`).toHaveProperty(name);
      expectAnswerType(resolve(schema.properties![name]!), field.type, `${at}.${name}`);
      if (field.required) expect(schema.required, at).toContain(name);
      if (field.maxLength) expect(schema.properties![name]!.maxLength, at).toBe(field.maxLength);
    }
  }

  function expectRequestField(given: Schema, field: Field, at: string): void {
    const schema = resolve(given);
    const { type } = field;
    if (typeof type === 'object' && 'fields' in type) {
      expect(typesOf(schema), at).toContain('object');
      expectRequest(schema, type.fields, false, at);
    } else if (typeof type === 'object' && 'enum' in type) {
      expect(schema.enum, at).toEqual(expect.arrayContaining([...type.enum]));
    } else {
      expect(typesOf(schema), at).toContain(type);
      if (type === 'object' && !schema.properties)
        expect(schema.additionalProperties, `${at} is free-form`).toBe(true);
    }
    for (const limit of ['maxLength', 'minimum', 'maximum', 'default'] as const)
      if (field[limit] !== undefined) expect(schema[limit], `${limit} of ${at}`).toBe(field[limit]);
  }

  function expectRequest(given: Schema, fields: Fields, exactly: boolean, at: string): void {
    const schema = resolve(given);
    const wanted = Object.keys(fields).filter((name) => fields[name]!.required);
    expect(schema.required ?? [], at).toEqual(expect.arrayContaining(wanted));
    if (exactly) expect([...(schema.required ?? [])].sort(), at).toEqual(wanted.sort());
    for (const [name, field] of Object.entries(fields)) {
      expect(schema.properties, `${at}.${name}`).toHaveProperty(name);
      expectRequestField(schema.properties![name]!, field, `${at}.${name}`);
    }
  }

  describe.each(OPERATIONS.map((operation) => [operation.name, operation] as const))(
    '%s',
    (name, operation) => {
      const documented = () => document.paths[operation.path]?.[operation.method.toLowerCase()];

      test('is declared with its credential and its success', () => {
        expect(documented(), name).toBeDefined();
        expect(documented()!.security.flatMap((each) => Object.keys(each))).toEqual(SCHEMES[operation.auth]);
        const successes = Object.keys(documented()!.responses).filter((status) => status.startsWith('2'));
        if (operation.success) expect(successes).toEqual([String(operation.success)]);
        else expect(successes).toHaveLength(1);
      });

      test('declares every field that it takes, of the right type, required or not, with its limits', () => {
        const { parameters = [], requestBody } = documented()!;
        const inPath = parameters.filter((each) => each.in === 'path');
        expect(inPath.map((each) => `{${each.name}}`)).toEqual(operation.path.match(/\{\w+\}/g) ?? []);
        for (const each of inPath) expect(each).toMatchObject({ required: true, schema: { type: 'string' } });
        for (const [field, wanted] of Object.entries(operation.query ?? {})) {
          const found = parameters.find((each) => each.in === 'query' && each.name === field);
          expect(found, field).toBeDefined();
          expect(found!.required ?? false, field).toBe(false);
          expectRequestField(found!.schema, wanted, field);
        }
        if (!operation.body) {
          expect(requestBody).toBeUndefined();
          return;
        }
        const exactly = operation.requirementsAreSpecified ?? false;
        expectRequest(requestBody!.content['application/json']!.schema, operation.body, exactly, name);
      });

      test('declares every field that it answers, of the right type, required or not', () => {
        const [, response] = Object.entries(documented()!.responses).find(([status]) =>
          status.startsWith('2'),
        )!;
        expectAnswer(response.content['application/json']!.schema, operation.answer ?? {}, name);
      });
    },
  );

  specified('The interface description is labelled version 3.0.', async () => {
    expect(document.info.version).toMatch(/^3\.0\./);
    expect(await run().visavis.get('/v3/health')).toMatchObject({ version: document.info.version });
  });
}
