import { ERROR_CODES } from '@visavis/contracts';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { ADMIN_TOKEN, type Answer, useApi } from '../support/api-harness.ts';

/**
 * Calls every operation of the OpenAPI document with values that are generated from its schemas and sometimes
 * distorted. The response is never a 5xx: a success matches the document, and anything else is a complete problem
 * document.
 */
const CALLS = 10_000;
const SEED = 20_260_101;

type Schema = Record<string, unknown> & { properties?: Record<string, Schema> };
interface Operation {
  method: string;
  path: string;
  parameters: { name: string; in: 'path' | 'query'; schema: Schema }[];
  body: Schema | undefined;
  isUpload: boolean;
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

let document: { paths: Record<string, Record<string, never>>; components: object };
let clientToken: string;
const ajv = new Ajv2020({ strict: false, validateFormats: false });
const validators = new Map<string, ValidateFunction>();
/** Ids of existing resources of any kind. The ids of created resources are added, for use in later operations. */
const ids: string[] = ['conv_x'];

const api = useApi();
beforeAll(async () => {
  document = (await api.call('GET', '/openapi.json', { key: null })).body;
  ajv.addSchema({ $id: 'api', components: document.components });
  clientToken = (await api.call('POST', '/v3/tokens', { body: { user: 'uma' } })).body.token;
  for (const path of ['/v1/avatars', '/v1/agents', '/v3/faces', '/v3/voices', '/v3/brains']) {
    const rows = Object.values((await api.call('GET', path)).body).flat();
    ids.push(...rows.flatMap((row) => (row as { id?: string }).id ?? []));
  }
  const kb = (await api.call('POST', '/v3/knowledge-bases', { body: { name: 'k' } })).body;
  const body = { name: 'd', mimeType: 'text/plain' };
  const added = await api.call('POST', `/v3/knowledge-bases/${kb.id}/documents`, { body });
  ids.push(kb.id, added.body.document.id);
});

function operations(): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries<
      Pick<Operation, 'responses'> &
        Partial<Pick<Operation, 'parameters'>> & {
          operationId: string;
          requestBody?: Operation['responses'][string];
        }
    >(methods).map(([method, { parameters = [], responses, operationId, requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      parameters,
      responses,
      isUpload: operationId === 'uploadDocument',
      body: requestBody?.content?.['application/json']?.schema,
    })),
  );
}

/** Ordinary text, and text that breaks stores and parsers. */
const strange = fc.oneof(
  { weight: 4, arbitrary: fc.string({ maxLength: 30, unit: 'grapheme' }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('{{name}}', '{{#a}}', 'a\0b', '\ud800', '\udfff x', '%00', '../..', "'; --"),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 5, unit: 'binary' }) },
  { weight: 1, arbitrary: fc.constantFrom('x'.repeat(65), 'x'.repeat(5000), '\u{1f600}'.repeat(64)) },
);
const anything = fc.oneof(
  fc
    .anything({ maxDepth: 2, withNullPrototype: false })
    .map((value) => JSON.parse(JSON.stringify(value) ?? 'null')),
  fc.constantFrom(null, -1, 0, 1e308, 1.5, true, '', [], {}),
);
/** Generates a text whose length usually fits the schema. */
function text(schema: Schema = {}) {
  const { minLength = 0, maxLength = 30 } = schema as { minLength?: number; maxLength?: number };
  const usual = fc.string({ minLength, maxLength: Math.min(maxLength, 30), unit: 'grapheme-ascii' });
  return fc.oneof({ weight: 30, arbitrary: usual }, { weight: 1, arbitrary: strange });
}
/** Generates an id, most likely of an existing resource whose kind fits, then of any kind, or an invalid one. */
function identifier(of: string): fc.Arbitrary<string> {
  const fits = (id: string) => of.toLowerCase().includes(id.slice(0, 2));
  const pick = (isWanted: (id: string) => boolean) =>
    fc.constant(0).chain(() => fc.constantFrom(...(ids.some(isWanted) ? ids.filter(isWanted) : ids)));
  return fc.oneof(
    { weight: 6, arbitrary: pick(fits) },
    { weight: 1, arbitrary: pick(() => true) },
    { weight: 1, arbitrary: text() },
  );
}

/** Generates values that usually match the schema. */
function fitting(schema: Schema, name = '', parent = ''): fc.Arbitrary<unknown> {
  const {
    enum: values,
    anyOf,
    type,
    minimum = -5,
    maximum = 5000,
  } = schema as {
    enum?: unknown[];
    anyOf?: Schema[];
    type?: string | string[];
    minimum?: number;
    maximum?: number;
  };
  if (values) return fc.constantFrom(...values);
  if (anyOf) return fc.oneof(...anyOf.map((one) => fitting(one, name, parent)));
  if (Array.isArray(type))
    return fc.oneof(...type.map((one) => fitting({ ...schema, type: one }, name, parent)));
  if (type === 'object') return fittingObject(schema, name);
  if (type === 'array') return fc.array(fitting((schema.items ?? {}) as Schema), { maxLength: 3 });
  if (type === 'integer') return fc.integer({ min: minimum, max: Math.min(maximum, 5000) });
  if (type === 'number') return fc.oneof(fc.double({ noNaN: true }), fc.integer({ min: 1, max: 4000 }));
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  if (type !== 'string') return anything;
  if (schema.format === 'date-time')
    return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  return /id$/i.test(name) ? identifier(name === 'id' ? parent : name) : text(schema);
}

function fittingObject(schema: Schema, parent: string): fc.Arbitrary<object> {
  const entries = Object.entries(schema.properties ?? {});
  const model = Object.fromEntries(entries.map(([name, one]) => [name, fitting(one, name, parent)]));
  const exact = fc.record(model, {
    requiredKeys: ((schema.required as string[]) ?? []).filter((name) => name in model),
  });
  if (schema.additionalProperties === false) return exact;
  return fc
    .tuple(exact, fc.dictionary(strange, anything, { maxKeys: 3 }))
    .map(([known, more]) => ({ ...more, ...known }));
}

/** Generates a matching value, occasionally with one error. */
function bent(schema: Schema): fc.Arbitrary<unknown> {
  const key = fc.oneof(strange, fc.constantFrom(...Object.keys(schema.properties ?? { x: 1 })));
  const wrong = fc
    .tuple(fitting(schema), key, anything)
    .map(([body, name, value]) => ({ ...(body as object), [name]: value }));
  return fc.oneof(
    { weight: 10, arbitrary: fitting(schema) },
    { weight: 4, arbitrary: wrong },
    { weight: 1, arbitrary: anything },
  );
}

function requests({ parameters, path, body, isUpload }: Operation) {
  const values = parameters.map(({ name, in: place, schema }) =>
    place === 'path'
      ? identifier(name === 'id' ? path : name)
      : fc.option(fc.oneof(fitting(schema, name), strange), { nil: undefined, freq: 2 }),
  );
  return fc.record({
    values: fc.tuple(...values),
    body: body ? bent(body) : isUpload ? strange : fc.constant(undefined),
    key: fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: strange }),
  });
}

/** Formats a value as a client would write it into a URL. */
const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function send(
  { method, path, parameters, isUpload }: Operation,
  { values, body, key }: { values: unknown[]; body: unknown; key: string | undefined },
): Promise<Answer> {
  let url = path;
  const query = new URLSearchParams();
  for (const [at, { name, in: place }] of parameters.entries()) {
    const value = values[at];
    if (place === 'query' && value !== undefined) query.append(name, asText(value));
    if (place !== 'path') continue;
    const part = encodeURIComponent(Buffer.from(asText(value) || 'x').toString());
    url = url.replace(`{${name}}`, /^\.{1,2}$/.test(part) ? 'x' : part);
  }
  const isPass = url.startsWith('/v1/session-passes');
  const bearer = url.startsWith('/admin') ? ADMIN_TOKEN : isPass ? clientToken : undefined;
  return api.call(method, `${url}?${query}`, {
    headers: {
      'content-type': isUpload ? 'text/plain' : 'application/json',
      // Real clients only send visible ASCII in header values.
      ...(key !== undefined && { 'idempotency-key': key.replace(/[^\x20-\x7e]/g, '').trim() || 'k' }),
    },
    ...(bearer && { bearer }),
    ...(body !== undefined && { body: isUpload ? Buffer.from(asText(body)) : JSON.stringify(body) }),
  });
}

function checkAnswer({ method, path, responses }: Operation, { status, headers, body }: Answer): void {
  if (status >= 400) {
    expect(status, JSON.stringify(body)).toBeLessThan(500);
    expect(String(headers['content-type'])).toMatch(/^application\/problem\+json/);
    expect(ERROR_CODES).toContain(body.code);
    expect(body).toMatchObject({ status, message: body.detail, requestId: headers['x-request-id'] });
    expect([body.detail, URL.canParse(body.type)]).toEqual([expect.any(String), true]);
    return;
  }
  const schema = responses[String(status)]?.content?.['application/json']?.schema;
  if (!schema) throw new Error(`${status} is not declared`);
  const id = `${method} ${path} ${status}`;
  const validate =
    validators.get(id) ??
    ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"api#/components')));
  validators.set(id, validate);
  if (!validate(body))
    throw new Error(`${ajv.errorsText(validate.errors)}: ${JSON.stringify(body).slice(0, 500)}`);
  // Values that a caller put into free-form variables are returned unchanged, including null.
  const ours = JSON.stringify(body, (key, value) => (/templateVars/i.test(key) ? undefined : value));
  expect(ours).not.toContain(':null');
}

test('no request causes a 500, and every answer matches the OpenAPI document', async () => {
  const met = new Map<number, number>();
  let withBrokenText = 0;
  // A response that is an event stream lasts as long as its conversation; other tests read it.
  const all = operations().filter(({ responses }) => !responses['200']?.content?.['text/event-stream']);
  const numRuns = Math.ceil(CALLS / all.length);
  for (const operation of all) {
    const property = fc.asyncProperty(requests(operation), async (request) => {
      if (/\\u(0000|d[89a-f])/.test(JSON.stringify([request.values, request.body]))) withBrokenText += 1;
      const answer = await send(operation, request);
      checkAnswer(operation, answer);
      if (answer.status === 201 && typeof answer.body.id === 'string' && ids.length < 150)
        ids.push(answer.body.id);
      met.set(answer.status, (met.get(answer.status) ?? 0) + 1);
    });
    try {
      await fc.assert(property, { seed: SEED, numRuns });
    } catch (error) {
      throw new Error(`${operation.method} ${operation.path}: ${(error as Error).message}`, { cause: error });
    }
  }
  // Texts with NUL and lone surrogates, which PostgreSQL does not accept.
  expect(withBrokenText).toBeGreaterThan(0.03 * CALLS);
  // The calls did not all fail at the first check: many reached the domain rules and the store.
  for (const status of [200, 201, 400, 404, 422])
    expect(met.get(status) ?? 0, `answers ${status}`).toBeGreaterThan(0.025 * CALLS);
}, 400_000);
