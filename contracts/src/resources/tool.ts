import { type Static, Type } from 'typebox';
import {
  Body,
  Client,
  DateTime,
  HeaderValue,
  Id,
  OptionalInteger,
  READ_ONLY,
  RequiredText,
  Resource,
  TEXT_LIMITS,
  UpdateBody,
} from './common.ts';

/**
 * Pattern of names that the models of all providers accept: a letter or underscore, then letters, digits and
 * underscores; at most 64 characters.
 */
export const TOOL_NAME = '^[A-Za-z_][A-Za-z0-9_]{0,63}$';
/** Names of the tools that every agent may have. */
export const STANDARD_TOOLS = ['search_knowledge_base', 'search_web', 'express', 'end_conversation'] as const;
export const TOOL_TIMEOUT_MS = { min: 1_000, max: 30_000, default: 10_000 } as const;
export const TOOLS_PER_AGENT = 32;
const URL_LENGTH = 2_000;
const DESCRIPTION_LENGTH = 1_000;
const HEADERS = 10;
const HEADER_VALUE_LENGTH = 2_000;

const parameters = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  description:
    'JSON Schema of the arguments: an object. Keywords: type, title, description, properties, required, ' +
    'additionalProperties, items, minItems, maxItems, enum, const, format, default, examples, minLength, maxLength, ' +
    'minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, anyOf. Arguments are checked before the call.',
  examples: [
    {
      type: 'object',
      properties: {
        guests: { type: 'integer', minimum: 1, maximum: 12 },
        at: { type: 'string', format: 'date-time' },
      },
      required: ['guests', 'at'],
    },
  ],
});

const tool = {
  id: Id('Identifier of the tool.', 'tool_01k3m6v2q8e4tb9p0x7yz5wnhd'),
  organizationId: Type.String(),
  client: Type.Optional(Type.String()),
  name: Type.String({ description: 'The name that the model calls; unique in the organization.' }),
  description: Type.String(),
  parameters,
  url: Type.String(),
  headerNames: Type.Array(Type.String(), {
    description: 'Names of the headers sent with each call; their values are secret.',
  }),
  timeoutMs: Type.Number(),
  previousSecretExpiresAt: Type.Optional(
    DateTime('Until when calls are signed with the secret before the last rotation as well.'),
  ),
  createdAt: DateTime('When it was created.'),
  updatedAt: DateTime('When it last changed.'),
};
export const Tool = Resource(
  'Tool',
  tool,
  'Something that an agent can do: its model calls it, and the service sends the call to an address of yours.',
);
export type Tool = Static<typeof Tool>;

export const ToolWithSecret = Resource('ToolWithSecret', {
  ...tool,
  secret: Type.String({
    description: 'Verifies the signatures of calls (Standard Webhooks). Shown only in this answer.',
    examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='],
  }),
});
export type ToolWithSecret = Static<typeof ToolWithSecret>;

const required = {
  name: Type.String({
    pattern: TOOL_NAME,
    description:
      'The name that the model calls: letters, digits and underscores; unique in the organization.',
    examples: ['book_table'],
  }),
  description: RequiredText(
    DESCRIPTION_LENGTH,
    'For the model: what the tool does, when to call it, and what it answers.',
  ),
  url: RequiredText(URL_LENGTH, 'An https address that a POST is sent to for every call.'),
};
const optional = {
  parameters: Type.Optional(
    Type.Unsafe<Record<string, unknown> | null>({ ...parameters, type: ['object', 'null'] }),
  ),
  headers: Type.Optional(
    Type.Unsafe<Record<string, string> | null>({
      type: ['object', 'null'],
      maxProperties: HEADERS,
      additionalProperties: HeaderValue(HEADER_VALUE_LENGTH, 'ASCII characters without line breaks.'),
      description:
        'Headers that are sent with each call, such as `authorization`. Stored encrypted and never shown; a new value replaces all of them.',
    }),
  ),
  timeoutMs: OptionalInteger({
    minimum: TOOL_TIMEOUT_MS.min,
    maximum: TOOL_TIMEOUT_MS.max,
    description: `How long a call may take; ${TOOL_TIMEOUT_MS.default} where none is given.`,
  }),
  client: Client,
};
export const CreateTool = Body({ ...required, ...optional });
export type CreateTool = Static<typeof CreateTool>;
export const UpdateTool = UpdateBody(
  {
    name: Type.Optional(required.name),
    description: Type.Optional(required.description),
    url: Type.Optional(required.url),
    ...optional,
  },
  [...READ_ONLY, 'headerNames', 'previousSecretExpiresAt'],
);
export type UpdateTool = Static<typeof UpdateTool>;

/** The tools of an agent or a character, in responses. */
export const ToolReferences = Type.Array(Type.Object({ id: Type.String() }), {
  description: 'Tools that its model may call.',
});

/** The tools of an agent or a character, in requests; `null` for none. */
export const OptionalToolReferences = Type.Optional(
  Type.Unsafe<{ id: string }[] | null>({
    type: ['array', 'null'],
    maxItems: TOOLS_PER_AGENT,
    uniqueItems: true,
    items: {
      type: 'object',
      properties: { id: { type: 'string', minLength: 1, maxLength: TEXT_LIMITS.client } },
      required: ['id'],
      additionalProperties: false,
    },
    description: 'Tools that its model may call.',
  }),
);

/** The body of the request to a tool's address when the model calls the tool. */
export const ToolCallMessage = Resource('ToolCallMessage', {
  type: Type.Literal('tool.call'),
  timestamp: DateTime('When the model called.'),
  data: Resource('ToolCall', {
    callId: Type.String({ description: 'The `webhook-id` of the message; different for every call.' }),
    toolId: Type.String(),
    tool: Type.String({ description: 'Its name.' }),
    arguments: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'They fit the `parameters` of the tool.',
    }),
    conversationId: Type.String(),
    user: Type.Optional(Type.String({ description: 'Identity of the consumer.' })),
    client: Type.Optional(Type.String({ description: 'Client of the conversation.' })),
    language: Type.Optional(
      Type.String({
        description: 'ISO 639-1 code of the language that the consumer speaks; absent while it is not known.',
      }),
    ),
    characterId: Type.Optional(Type.String({ description: 'The character or the avatar.' })),
  }),
});
export type ToolCallMessage = Static<typeof ToolCallMessage>;
