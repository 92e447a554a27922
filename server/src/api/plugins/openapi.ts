import { readFile } from 'node:fs/promises';
import fastifySwagger from '@fastify/swagger';
import { EVENT_TYPES, Problem, ToolCallMessage, WEBHOOK_MESSAGES } from '@visavis/contracts';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { type TSchema, Type } from 'typebox';
import type { Access } from '../api-app.ts';

const SECURITY: Record<Access, Record<string, string[]>[]> = {
  api_key: [{ apiKey: [] }],
  client_token: [{ clientToken: [] }],
  api_key_or_client_token: [{ apiKey: [] }, { clientToken: [] }],
  admin: [{ adminToken: [] }],
  operator: [{ adminToken: [] }],
  public: [],
  signed: [],
  sign_in: [],
};

/** Describes the header; the plugin `idempotency` validates it with messages of its own. */
const IdempotencyHeader = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      pattern: '^[\\x21-\\x7e]*$',
      description:
        'Unique key of your choice. If you repeat the request with the same key within 24 hours, you get the first response again, and nothing is done twice.',
    }),
  ),
});

const DESCRIPTION = `Visavis is a platform for live conversational avatars.

\`/v3\` and \`/v1\` are served side by side: a session of \`/v1\` and a conversation of \`/v3\` are two views of the same
resource, with the same id. Responses omit fields without a value. Request bodies with unknown fields are rejected. Every
error is a problem document (RFC 9457). With an \`Idempotency-Key\`, every POST can be repeated safely for 24 hours.

To start your first conversation, send \`POST /v1/sessions\` with the id of an avatar from \`GET /v1/avatars\`.`;

/** Serves the OpenAPI 3.1 document, generated from the schemas that validate, at `/openapi.json`. */
export const openapi = fastifyPlugin(async (app: FastifyInstance, options: { version: string }) => {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Visavis',
        version: options.version,
        description: DESCRIPTION,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      components: {
        securitySchemes: {
          clientToken: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'Client token for the browser of an end user, created with `POST /v3/tokens`.',
          },
          adminToken: {
            type: 'http',
            scheme: 'bearer',
            description:
              'Admin token of the operator: the setting `VISAVIS_ADMIN_TOKEN`, or the file `admin-token` in the data directory.',
          },
          apiKey: {
            type: 'apiKey',
            in: 'header',
            name: 'x-api-key',
            description:
              'API key of an organization. The service prints one at its first start; `npx visavis keys create` creates more.',
          },
        },
      },
    },
    transform: ({ schema, url, route }) => {
      const access = route.config?.access ?? 'public';
      const own = schema?.headers as { properties: Record<string, TSchema> } | undefined;
      const headers = route.method === 'POST' && {
        headers: Type.Object({ ...own?.properties, ...IdempotencyHeader.properties }),
      };
      const response = {
        ...(schema?.response as object | undefined),
        default: {
          description: 'An error, as a problem document (RFC 9457).',
          content: { 'application/problem+json': { schema: Problem } },
        },
      };
      const rawBodyTypes = route.config?.rawBodyTypes;
      const body = rawBodyTypes && { body: { required: true, content: rawContent(rawBodyTypes) } };
      return { url, schema: { ...schema, ...headers, ...body, security: SECURITY[access], response } };
    },
  });

  let document: object | undefined;
  app.get('/openapi.json', { config: { access: 'public' }, schema: { hide: true } }, async (request) => {
    document ??= nameSchemas({
      ...withExamples(splitNullableEnums(app.swagger()) as object, await readExamples()),
      webhooks: describeMessages(),
    });
    return { ...document, servers: [{ url: request.links.baseUrl }] };
  });
});

function rawContent(types: readonly string[]): Record<string, object> {
  return Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]));
}

interface Example {
  params?: Record<string, string>;
  query?: Record<string, string | number>;
  headers?: Record<string, string>;
  body?: unknown;
  /** The media types of a body that is not JSON. */
  bodyType?: string;
  status: number;
  response: unknown;
}

/** Recorded from the running service by `npm run examples`. */
async function readExamples(): Promise<Record<string, Example>> {
  const file = new URL('../../../openapi/examples.json', import.meta.url);
  return JSON.parse(await readFile(file, 'utf8')) as Record<string, Example>;
}

interface Operation {
  operationId: string;
  parameters?: { in: string; name: string; example?: unknown }[];
  requestBody?: { content: Record<string, { example?: unknown }> };
  responses: Record<string, { content?: Record<string, { example?: unknown }> }>;
}

function withExamples(document: object, examples: Record<string, Example>): object {
  const described = structuredClone(document) as { paths: Record<string, Record<string, Operation>> };
  for (const operation of Object.values(described.paths).flatMap((methods) => Object.values(methods))) {
    // The aliases below /v1 have the same responses.
    const example = examples[operation.operationId.replace(/V1$/, '')];
    if (!example) continue;
    const {
      params = {},
      query = {},
      headers = {},
      body,
      bodyType = 'application/json',
      status,
      response,
    } = example;
    for (const parameter of operation.parameters ?? []) {
      const value = { path: params, query, header: headers }[parameter.in]?.[parameter.name];
      if (value !== undefined) parameter.example = value;
    }
    const sent = operation.requestBody?.content[bodyType];
    if (sent) sent.example = body;
    for (const content of Object.values(operation.responses[status]?.content ?? {}))
      content.example = response;
  }
  return described;
}

/** Describes the webhook messages, one for each type of event. */
function describeMessages(): object {
  const messages = EVENT_TYPES.map((type) => {
    const group = type.split('.')[0] as keyof typeof WEBHOOK_MESSAGES;
    const operation = {
      operationId: type.replace(/\.(.)/, (_dot, letter: string) => letter.toUpperCase()),
      tags: ['webhooks'],
      summary: `Message \`${type}\``,
      description:
        'Sent to the `url` of a webhook and signed according to the Standard Webhooks specification: verify `webhook-id`, ' +
        '`webhook-timestamp` and `webhook-signature` with the secret of the webhook. Respond with 2xx within 15 seconds; ' +
        'failed deliveries are repeated for three days.',
      security: [],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: WEBHOOK_MESSAGES[group] } },
      },
      responses: {
        '2XX': { description: 'The message was received.' },
        '410': { description: 'The receiver no longer exists; the webhook is disabled.' },
      },
    };
    return [type, { post: operation }];
  });
  return { ...Object.fromEntries(messages), 'tool.call': { post: describeToolCall() } };
}

function describeToolCall(): object {
  return {
    operationId: 'toolCall',
    tags: ['tools'],
    summary: 'Tool call',
    description:
      'Sent to the `url` of a tool, with its headers, when a model calls the tool. Signed according to the Standard Webhooks ' +
      'specification: verify `webhook-id`, `webhook-timestamp` and `webhook-signature` with the secret of the tool. ' +
      'Respond within its `timeoutMs`. The service closes the connection if the user interrupts.',
    security: [],
    requestBody: { required: true, content: { 'application/json': { schema: ToolCallMessage } } },
    responses: {
      '2XX': {
        description: 'Result for the model as JSON or text. The model gets at most 32,000 characters.',
      },
      default: {
        description:
          'The call failed. The model gets the status and the first 500 characters of the response.',
      },
    },
  };
}

/** Moves every object schema with a title to `components`, so that it is defined once and referenced elsewhere. */
function nameSchemas(document: object): object {
  const schemas: Record<string, unknown> = {};

  function visit(node: unknown): unknown {
    if (Array.isArray(node)) return node.map(visit);
    if (typeof node !== 'object' || node === null) return node;
    const visited = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, visit(value)]));
    const { title, type } = visited;
    if (typeof title !== 'string' || type !== 'object' || /\s/.test(title)) return visited;
    schemas[title] ??= visited;
    return { $ref: `#/components/schemas/${title}` };
  }

  const { components, ...rest } = document as { components?: object };
  const visited = visit(rest) as object;
  return { ...visited, components: { ...components, schemas } };
}

/**
 * Rewrites a nullable enum as an equivalent `anyOf`: client generators create three types for a value whose `type` and
 * `enum` both contain `null`.
 */
function splitNullableEnums(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(splitNullableEnums);
  if (typeof node !== 'object' || node === null) return node;
  const schema = node as Record<string, unknown>;
  if (Array.isArray(schema.enum) && schema.enum.includes(null) && Array.isArray(schema.type)) {
    const { type, enum: values, ...rest } = schema as { type: string[]; enum: unknown[] };
    const [nonNullType] = type.filter((each) => each !== 'null');
    return {
      ...rest,
      anyOf: [{ type: nonNullType, enum: values.filter((value) => value !== null) }, { type: 'null' }],
    };
  }
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, splitNullableEnums(value)]));
}
