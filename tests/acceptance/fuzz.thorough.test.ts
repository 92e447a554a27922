import { ERROR_CODES } from '@visavis/contracts';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN_TOKEN, type Answer, type ApiHarness, startApi } from '../support/api-harness.ts';

/**
 * Calls every operation of the OpenAPI document with values made from its own schemas and bent here and there.
 * Whatever is sent: no 5xx; a success is as the document says; everything else is a whole problem.
 */
const CALLS = 10_000;
const SEED = 20_260_101;

type Schema = Record<string, unknown> & { properties?: Record<string, Schema> };
interface Operation {
  method: string;
  path: string;
  parameters: { name: string; in: 'path' | 'query'; schema: Schema; required?: boolean }[];
  body?: Schema;
  isUpload: boolean;
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

let api: ApiHarness;
let document: { paths: Record<string, Record<string, never>>; components: object };
let clientToken: string;
const ajv = new Ajv2020({ strict: false, validateFormats: false });
const ids: string[] = ['conv_x'];

beforeAll(async () => {
  api = await startApi();
  document = (await api.call('GET', '/openapi.json', { key: null })).body;
  ajv.addSchema({ $id: 'api', components: document.components });
  clientToken = (await api.call('POST', '/v3/tokens', { body: { user: 'uma' } })).body.token;
  for (const path of ['/v1/avatars', '/v1/agents', '/v3/faces', '/v3/voices', '/v3/brains']) {
    const { body } = await api.call('GET', path);
    ids.push(
      ...Object.values(body)
        .flat()
        .flatMap((row) => (row as { id?: string }).id ?? []),
    );
  }
  const kb = (await api.call('POST', '/v3/knowledge-bases', { body: { name: 'k' } })).body;
  const body = { name: 'd', mimeType: 'text/plain' };
  const added = await api.call('POST', `/v3/knowledge-bases/${kb.id}/documents`, { body });
  ids.push(kb.id, added.body.document.id);
});
afterAll(() => api?.close());

function operations(): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries<Record<string, unknown>>(methods).map(([method, operation]) => {
      const {
        requestBody,
        parameters = [],
        responses,
        operationId,
      } = operation as {
        requestBody?: { content: Record<string, { schema: Schema }> };
        parameters?: Operation['parameters'];
        responses: Operation['responses'];
        operationId: string;
      };
      const isUpload = operationId === 'uploadDocument';
      const body = isUpload ? undefined : requestBody?.content['application/json']?.schema;
      return {
        method: method.toUpperCase(),
        path,
        parameters,
        responses,
        isUpload,
        ...(body && { body }),
      };
    }),
  );
}

/** Everyday text, and what breaks stores and parsers. */
const strange = fc.oneof(
  { weight: 4, arbitrary: fc.string({ maxLength: 30, unit: 'grapheme' }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('{{name}}', '{{#a}}', 'a\0b', '\ud800', '\udfff x', '%00', '../..', "'; --"),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 5, unit: 'binary' }) },
  { weight: 1, arbitrary: fc.constantFrom('x'.repeat(65), 'x'.repeat(5000), '\u{1f600}'.repeat(64)) },
);
/** Mostly as long as the schema wants it. */
const text = (schema: Schema = {}) => {
  const minLength = (schema.minLength as number) ?? 0;
  const maxLength = Math.min((schema.maxLength as number) ?? 30, 30);
  const usual = fc.string({ minLength, maxLength, unit: 'grapheme-ascii' });
  return fc.oneof({ weight: 30, arbitrary: usual }, { weight: 1, arbitrary: strange });
};

/** What a property or a path refers to, by its name. */
const PREFIXES: Record<string, string> = {
  voice: 'voc',
  brain: 'brn',
  face: 'face',
  agent: 'agt',
  avatar: 'avt',
  character: 'char',
  knowledge: 'kb',
  doc: 'doc',
  conversation: 'conv',
  session: 'conv',
  organizations: 'org',
  webhook: 'whk',
  delivery: 'dlv',
  tool: 'tool',
  memor: 'mem',
};

/** Mostly one that exists and is of the right kind, then any, then none. */
function identifier(of: string): fc.Arbitrary<string> {
  const kind = Object.entries(PREFIXES).find(([word]) => of.toLowerCase().includes(word))?.[1];
  const pick = (wanted: string[]) => fc.constantFrom(...(wanted.length > 0 ? wanted : ids));
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant(0).chain(() => pick(ids.filter((id) => id.startsWith(`${kind}_`)))) },
    { weight: 1, arbitrary: fc.constant(0).chain(() => pick(ids)) },
    { weight: 1, arbitrary: text() },
  );
}
const anything = fc.oneof(
  fc
    .anything({ maxDepth: 2, withNullPrototype: false })
    .map((value) => JSON.parse(JSON.stringify(value) ?? 'null')),
  fc.constantFrom(null, -1, 0, 1e308, 1.5, true, '', [], {}),
);

/** Values that mostly fit the schema. */
function fitting(schema: Schema, name = '', parent = ''): fc.Arbitrary<unknown> {
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]));
  if (Array.isArray(schema.anyOf))
    return fc.oneof(...(schema.anyOf as Schema[]).map((one) => fitting(one, name, parent)));
  const types = [schema.type].flat() as string[];
  if (types.length > 1) return fc.oneof(...types.map((type) => fitting({ ...schema, type }, name, parent)));
  switch (types[0]) {
    case 'object':
      return fittingObject(schema, name);
    case 'array':
      return fc.array(fitting((schema.items ?? {}) as Schema), { maxLength: 3 });
    case 'string':
      if (schema.format === 'date-time')
        return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
      return /id$/i.test(name) ? identifier(name === 'id' ? parent : name) : text(schema);
    case 'integer':
      return fc.integer({
        min: (schema.minimum as number) ?? -5,
        max: Math.min((schema.maximum as number) ?? 5000, 5000),
      });
    case 'number':
      return fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer({ min: 1, max: 4000 }));
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return anything;
  }
}

function fittingObject(schema: Schema, parent: string): fc.Arbitrary<unknown> {
  const properties = schema.properties ?? {};
  const required = new Set((schema.required as string[]) ?? []);
  const model = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, fitting(property, name, parent)]),
  );
  const exact = fc.record(model, {
    requiredKeys: Object.keys(properties).filter((name) => required.has(name)),
  });
  if (schema.additionalProperties === false) return exact;
  return fc
    .tuple(exact, fc.dictionary(strange, anything, { maxKeys: 3 }))
    .map(([known, more]) => ({ ...more, ...known }));
}

/** A fitting value, now and then with one thing wrong. */
const bent = (schema: Schema) =>
  fc.oneof(
    { weight: 10, arbitrary: fitting(schema) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fitting(schema), strange, anything)
        .map(([body, key, value]) => ({ ...(body as object), [key]: value })),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fitting(schema), fc.constantFrom(...Object.keys(schema.properties ?? { x: 1 })), anything)
        .map(([body, key, value]) => ({ ...(body as object), [key]: value })),
    },
    { weight: 1, arbitrary: anything },
  );

function requests(operation: Operation) {
  const parts = operation.parameters.map((parameter) => {
    const value =
      parameter.in === 'path'
        ? identifier(parameter.name === 'id' ? operation.path : parameter.name)
        : fc.oneof(fitting(parameter.schema, parameter.name), strange);
    return fc.option(value, { nil: undefined, freq: parameter.in === 'path' ? 1e9 : 2 });
  });
  const body = operation.body ? bent(operation.body) : operation.isUpload ? strange : fc.constant(undefined);
  return fc.record({
    values: fc.tuple(...parts),
    body,
    key: fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: strange }),
  });
}

/** As a client would write it into an address. */
const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

async function send(
  operation: Operation,
  values: unknown[],
  body: unknown,
  key: string | undefined,
): Promise<Answer> {
  let url = operation.path;
  const query = new URLSearchParams();
  operation.parameters.forEach((parameter, index) => {
    const value = values[index];
    if (parameter.in === 'path') {
      const path = encodeURIComponent(Buffer.from(asText(value) || 'x').toString());
      url = url.replace(`{${parameter.name}}`, path === '.' || path === '..' ? 'x' : path);
    } else if (value !== undefined) query.append(parameter.name, asText(value));
  });
  const headers: Record<string, string> = {
    'content-type': operation.isUpload ? 'text/plain' : 'application/json',
  };
  // Header values of a real client are visible ASCII; anything else never leaves it.
  if (key !== undefined) headers['idempotency-key'] = key.replace(/[^\x20-\x7e]/g, '').trim() || 'k';
  const bearer = url.startsWith('/admin')
    ? ADMIN_TOKEN
    : url.startsWith('/v1/session-passes')
      ? clientToken
      : undefined;
  return api.call(operation.method, `${url}?${query}`, {
    headers,
    ...(bearer && { bearer }),
    ...(body !== undefined && {
      body: operation.isUpload ? Buffer.from(asText(body)) : JSON.stringify(body),
    }),
  });
}

const validators = new Map<string, ValidateFunction>();

function checkAnswer(operation: Operation, answer: Answer): void {
  if (answer.status >= 500) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`);
  if (answer.status >= 400) {
    const { status, code, detail, message, requestId, type } = answer.body;
    const whole =
      String(answer.headers['content-type']).startsWith('application/problem+json') &&
      status === answer.status &&
      ERROR_CODES.includes(code) &&
      detail &&
      detail === message &&
      requestId === answer.headers['x-request-id'] &&
      URL.canParse(type);
    if (!whole) throw new Error(`not a whole problem: ${JSON.stringify(answer.body)}`);
    return;
  }
  const declared = operation.responses[String(answer.status)];
  if (!declared) throw new Error(`${answer.status} is not declared`);
  const schema = declared.content?.['application/json']?.schema;
  if (!schema) throw new Error(`no schema for ${answer.status}`);
  const id = `${operation.method} ${operation.path} ${answer.status}`;
  let validate = validators.get(id);
  if (!validate) {
    validate = ajv.compile(
      JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"api#/components')),
    );
    validators.set(id, validate);
  }
  if (!validate(answer.body)) {
    throw new Error(`${ajv.errorsText(validate.errors)}: ${JSON.stringify(answer.body).slice(0, 500)}`);
  }
  // What a caller put into free-form variables comes back as it was, null included.
  const ours = JSON.stringify(answer.body, (key, value) => (/templateVars/i.test(key) ? undefined : value));
  if (ours.includes(':null')) throw new Error(`null in ${JSON.stringify(answer.body)}`);
}

test('no request causes a 500, and every answer matches the OpenAPI document', async () => {
  const met = new Map<string, number>();
  let withBrokenText = 0;
  // A stream of events answers as long as its conversation runs; its own tests read it.
  const all = operations().filter(({ responses }) => !responses['200']?.content?.['text/event-stream']);
  const numRuns = Math.ceil(CALLS / all.length);
  for (const operation of all) {
    const property = fc.asyncProperty(requests(operation), async ({ values, body, key }) => {
      if (/\\u(0000|d[89a-f])/.test(JSON.stringify([values, body]))) withBrokenText += 1;
      const answer = await send(operation, values, body, key);
      checkAnswer(operation, answer);
      const id = answer.body?.id;
      // What was made is material for the operations that come later.
      if (answer.status === 201 && typeof id === 'string' && ids.length < 150) ids.push(id);
      met.set(String(answer.status), (met.get(String(answer.status)) ?? 0) + 1);
    });
    try {
      await fc.assert(property, { seed: SEED, numRuns });
    } catch (error) {
      throw new Error(`${operation.method} ${operation.path}: ${(error as Error).message}`, { cause: error });
    }
  }
  const calls = [...met.values()].reduce((sum, count) => sum + count, 0);
  expect(calls).toBe(all.length * numRuns);
  // NUL and half characters, which PostgreSQL does not take.
  expect(withBrokenText).toBeGreaterThan(0.03 * CALLS);
  // Not everything bounced off the first check: the calls reached the rules and the store.
  for (const status of ['200', '201', '400', '404', '422']) {
    expect(met.get(status) ?? 0, `answers ${status}`).toBeGreaterThan(0.025 * CALLS);
  }
}, 400_000);
