import { type Static, Type } from 'typebox';
import {
  Amount,
  Body,
  Client,
  DateTime,
  HeaderValue,
  Id,
  MaybeText,
  MaybeTime,
  OptionalInteger,
  OrganizationId,
  OwnClient,
  READ_ONLY,
  RequiredText,
  Resource,
  TEXT_LIMITS,
  Text,
  TIMESTAMPS,
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
    'JSON Schema of the arguments, of type `object`. Supported keywords: type, title, description, properties, required, ' +
    'additionalProperties, items, minItems, maxItems, enum, const, format, default, examples, minLength, maxLength, ' +
    'minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, anyOf. Arguments are validated before each call.',
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
  organizationId: OrganizationId,
  client: OwnClient,
  name: Text('Name with which the model calls the tool.'),
  description: Text('Description of the tool for the model.'),
  parameters,
  url: Text('URL to which calls are sent.'),
  headerNames: Type.Array(Type.String(), {
    description: 'Names of the headers that are sent with each call. Their values are never returned.',
  }),
  timeoutMs: Amount('Maximum duration of a call in milliseconds.'),
  previousSecretExpiresAt: MaybeTime(
    'Until when calls are also signed with the previous secret. Absent if there is none.',
  ),
  ...TIMESTAMPS,
};
export const Tool = Resource(
  'Tool',
  tool,
  'An action for agents: when the model calls the tool, the service sends the call to your URL.',
);
export type Tool = Static<typeof Tool>;

export const ToolWithSecret = Resource('ToolWithSecret', {
  ...tool,
  secret: Type.String({
    description:
      'Secret with which you verify the signatures of calls (Standard Webhooks). It is returned only in this response.',
    examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='],
  }),
});
export type ToolWithSecret = Static<typeof ToolWithSecret>;

const required = {
  name: Type.String({
    pattern: TOOL_NAME,
    description:
      'Name with which the model calls the tool: letters, digits and underscores, not beginning with a digit, at most 64 characters; must be unique in the organization.',
    examples: ['book_table'],
  }),
  description: RequiredText(
    DESCRIPTION_LENGTH,
    'Description for the model: what the tool does, when to call it, and what it returns.',
  ),
  url: RequiredText(URL_LENGTH, 'https URL to which each call is sent as a `POST`.'),
};
const optional = {
  parameters: Type.Optional(
    Type.Unsafe<Record<string, unknown> | null>({ ...parameters, type: ['object', 'null'] }),
  ),
  headers: Type.Optional(
    Type.Unsafe<Record<string, string> | null>({
      type: ['object', 'null'],
      maxProperties: HEADERS,
      additionalProperties: HeaderValue(
        HEADER_VALUE_LENGTH,
        'Value of the header: printable ASCII characters without line breaks.',
      ),
      description:
        'Headers that are sent with each call, such as `authorization`. They are stored encrypted and never returned. A new value replaces all of them.',
    }),
  ),
  timeoutMs: OptionalInteger({
    minimum: TOOL_TIMEOUT_MS.min,
    maximum: TOOL_TIMEOUT_MS.max,
    description: `Maximum duration of a call in milliseconds. Default: ${TOOL_TIMEOUT_MS.default}.`,
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
  description: 'Tools that the model can call.',
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
    description: 'Tools that the model can call.',
  }),
);

/** The body of the request to a tool's address when the model calls the tool. */
export const ToolCallMessage = Resource('ToolCallMessage', {
  type: Type.Literal('tool.call'),
  timestamp: DateTime('When the model called the tool.'),
  data: Resource('ToolCall', {
    callId: Text('Unique identifier of the call, the same as the header `webhook-id`.'),
    toolId: Text('Id of the tool.'),
    tool: Text('Name of the tool.'),
    arguments: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'Arguments of the call. They are valid according to the `parameters` of the tool.',
    }),
    conversationId: Text('Id of the conversation.'),
    user: MaybeText('Identity of the consumer. Absent if it is not known.'),
    client: MaybeText('Client of the conversation. Absent if it has none.'),
    language: MaybeText('ISO 639-1 code of the language that the consumer speaks. Absent until it is known.'),
    characterId: MaybeText('Id of the character or avatar.'),
  }),
});
export type ToolCallMessage = Static<typeof ToolCallMessage>;
