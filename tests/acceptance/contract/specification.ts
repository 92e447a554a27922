/**
 * `contract.md` as data: the fields that each operation accepts and returns. `transcription.ts` proves that its
 * tables say the same.
 */

import type { Agent, Voice } from '@visavis/client';

/** `object`: its inner shape is not specified. */
export type FieldType =
  | 'string'
  | 'number'
  | 'boolean'
  | 'date-time'
  | 'url'
  | 'object'
  | { enum: readonly string[] }
  | { resource: ResourceName }
  | { arrayOf: ResourceName }
  | { fields: Fields };

export interface Field {
  type: FieldType;
  /** Absent: not specified, or "no". */
  required?: true;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  default?: number;
}

export type Fields = Readonly<Record<string, Field>>;

const fields = <const Name extends string>(type: FieldType, ...names: readonly Name[]): Record<Name, Field> =>
  Object.fromEntries(names.map((name) => [name, { type }])) as Record<Name, Field>;

const required = (given: Fields, ...names: readonly string[]): Fields =>
  Object.fromEntries(
    Object.entries(given).map(([name, field]) => [
      name,
      names.length === 0 || names.includes(name) ? { ...field, required: true as const } : field,
    ]),
  );

export const VOICE_NAMES =
  `Puck Charon Kore Fenrir Aoede Leda Orus Zephyr Sulafat Sadachbia Sadaltager Vindemiatrix
  Zubenelgenubi Achird Pulcherrima Gacrux Schedar Alnilam Achernar Laomedeia Rasalgethi Algenib
  Erinome Despina Algieba Umbriel Iapetus Enceladus Autonoe Callirrhoe`.split(/\s+/) as Voice['identity'][];
export const RESPONSE_VOICES = `alloy marin cedar ash ballad coral echo sage shimmer verse`.split(
  /\s+/,
) as NonNullable<Agent['voice']>[];
export const REQUEST_MODELS = ['gemini-2.5-flash-native-audio-preview-09-2025'] as const;
export const RESPONSE_MODELS = ['gpt-4o-realtime-preview', 'gpt-realtime'] as const;
export const PROVIDERS = ['openai', 'gemini', 'elevenlabs'] as const;

const times = fields('date-time', 'createdAt', 'updatedAt');

export type ResourceName =
  | 'HealthResponse'
  | 'KnowledgeBase'
  | 'KnowledgeBaseDocument'
  | 'Voice'
  | 'Brain'
  | 'Face'
  | 'Conversation'
  | 'TranscriptEntry'
  | 'TimelineEntry'
  | 'Avatar'
  | 'Agent'
  | 'Session'
  | 'SessionCreationResult';

/** The fields of resources in responses. */
export const RESOURCES: Readonly<Record<ResourceName, Fields>> = {
  HealthResponse: required(fields('string', 'status', 'version')),
  KnowledgeBase: {
    ...fields('string', 'id', 'organizationId', 'name', 'description'),
    documents: { type: { arrayOf: 'KnowledgeBaseDocument' } },
    ...times,
    ...fields('string', 'client'),
  },
  KnowledgeBaseDocument: {
    ...fields('string', 'id', 'knowledgeBaseId', 'name', 'description'),
    ...fields('number', 'size'),
    ...fields('string', 'status'),
    ...times,
  },
  Voice: {
    ...fields('string', 'id', 'organizationId'),
    identity: { type: { enum: VOICE_NAMES } },
    ...times,
    ...fields('string', 'client', 'instructions'),
  },
  Brain: {
    ...fields('string', 'id', 'organizationId', 'instructions', 'greetingMessage'),
    ...times,
    ...fields('string', 'client'),
  },
  Face: {
    ...fields('string', 'id', 'identity', 'organizationId'),
    ...times,
    ...fields('string', 'client', 'description'),
    ...fields('url', 'thumbnailUrl', 'referenceImgUrl'),
  },
  Conversation: {
    ...fields('string', 'id', 'name', 'status'),
    ...fields('boolean', 'charge'),
    ...fields('number', 'chargeBySecond', 'maxSeconds'),
    ...fields('date-time', 'startedAt', 'joinedAt', 'endedAt'),
    ...times,
    ...fields('string', 'characterId', 'organizationId', 'client', 'room', 'serverUrl'),
    ...fields('string', 'remoteAgentName', 'remoteAgentIdentity', 'consumerName', 'consumerIdentity'),
    ...fields('string', 'promptCtx'),
    ...fields('object', 'promptTemplateVars'),
    transcript: { type: { arrayOf: 'TranscriptEntry' } },
    timeline: { type: { arrayOf: 'TimelineEntry' } },
  },
  TranscriptEntry: { ...fields('string', 'id', 'author', 'content'), ...fields('date-time', 'recordedAt') },
  TimelineEntry: fields('string', 'type', 'recordedAt', 'author', 'content'),
  Avatar: {
    ...required({
      ...fields('string', 'id', 'organizationId', 'identity', 'name', 'description', 'thumbnailUrl'),
      ...times,
    }),
    ...fields('string', 'client'),
    ...fields('object', 'agentId', 'agent'),
  },
  Agent: required(
    {
      ...fields('string', 'id', 'organizationId'),
      provider: { type: { enum: PROVIDERS } },
      name: { type: 'string', maxLength: 64 },
      ...fields('string', 'client'),
      model: { type: { enum: [...REQUEST_MODELS, ...RESPONSE_MODELS] } },
      voice: { type: { enum: [...VOICE_NAMES, ...RESPONSE_VOICES] } },
      ...fields('string', 'instructions', 'greetingMsg', 'remoteId'),
      ...fields('boolean', 'search', 'emotions', 'memory'),
      ...times,
    },
    'id',
    'organizationId',
    'provider',
    'emotions',
    'memory',
    'createdAt',
    'updatedAt',
  ),
  Session: {
    ...fields('string', 'id', 'organizationId'),
    ...fields('boolean', 'freemium'),
    ...fields('string', 'name', 'provider', 'status'),
    host: { type: { fields: fields('string', 'serverUrl') } },
    avatar: { type: { resource: 'Avatar' } },
    ...fields('string', 'avatarId', 'agentId'),
    agent: { type: { resource: 'Agent' } },
    ...fields('string', 'knowledgeBaseId'),
    knowledgeBase: { type: { fields: fields('string', 'id') } },
    ...fields('date-time', 'startedAt', 'endedAt'),
    ...times,
    ...fields('string', 'client'),
    ...fields('number', 'maxDuration'),
    ...fields('string', 'additionalCtx'),
    ...fields('object', 'templateVars', 'remoteAgentIdentity', 'transcript'),
  },
  SessionCreationResult: {
    session: { type: { resource: 'Session' }, required: true },
    ...fields('string', 'consumerAccessToken', 'remoteAgentAccessToken'),
  },
};

const agentRequest: Fields = {
  provider: { type: { enum: PROVIDERS }, required: true },
  name: { type: 'string', maxLength: 64 },
  ...fields('object', 'client'),
  model: { type: { enum: REQUEST_MODELS } },
  voice: { type: { enum: VOICE_NAMES } },
  ...fields('string', 'instructions', 'greetingMsg', 'remoteId'),
  ...fields('boolean', 'search', 'emotions', 'memory'),
};
const participant: FieldType = { fields: fields('string', 'identity', 'name') };
const existing: FieldType = { fields: fields('string', 'id') };

const page = (name: string, resource: ResourceName): Fields =>
  required({ ...fields('number', 'skip', 'take', 'total'), [name]: { type: { arrayOf: resource } } });

export type Auth = 'none' | 'api key' | 'bearer token';

export interface Operation {
  name: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  auth: Auth;
  /** Absent: not specified. */
  success?: 200 | 201;
  /** Whether the specification says which fields are required. */
  requirementsAreSpecified?: true;
  query?: Fields;
  body?: Fields;
  /** Absent: not specified. */
  answer?: Fields;
}

const operation = (
  name: string,
  call: string,
  details: Omit<Operation, 'name' | 'method' | 'path' | 'auth'> & { auth?: Auth },
): Operation => {
  const [method, path] = call.split(' ') as [Operation['method'], string];
  return { auth: 'api key', ...details, name, method, path };
};

export const OPERATIONS: readonly Operation[] = [
  operation('Health check', 'GET /v3/health', {
    auth: 'none',
    success: 200,
    answer: RESOURCES.HealthResponse,
  }),
  operation('Generate client token', 'POST /v3/tokens', {
    body: fields('string', 'user', 'client', 'character'),
    answer: fields('string', 'token'),
  }),
  operation('Create knowledge base', 'POST /v3/knowledge-bases', {
    body: fields('string', 'name', 'description', 'client'),
    answer: RESOURCES.KnowledgeBase,
  }),
  operation('List knowledge bases', 'GET /v3/knowledge-bases', { answer: page('items', 'KnowledgeBase') }),
  operation('Get knowledge base', 'GET /v3/knowledge-bases/{id}', { answer: RESOURCES.KnowledgeBase }),
  operation('Add document', 'POST /v3/knowledge-bases/{id}/documents', {
    body: fields('string', 'name', 'description', 'mimeType'),
    answer: {
      document: { type: { resource: 'KnowledgeBaseDocument' } },
      ...fields('string', 'uploadUrl'),
      ...fields('date-time', 'expireAt'),
    },
  }),
  operation('Index document', 'PATCH /v3/knowledge-bases/{id}/documents/{doc}/index', {
    answer: RESOURCES.KnowledgeBaseDocument,
  }),
  operation('Delete document', 'DELETE /v3/knowledge-bases/{id}/documents/{doc}', {
    answer: RESOURCES.KnowledgeBaseDocument,
  }),
  operation('Create voice', 'POST /v3/voices', {
    success: 201,
    body: fields('string', 'client', 'instructions'),
    answer: RESOURCES.Voice,
  }),
  operation('Create brain', 'POST /v3/brains', {
    body: fields('string', 'instructions', 'greetingMessage', 'client'),
    answer: RESOURCES.Brain,
  }),
  operation('Get brain', 'GET /v3/brains/{id}', { answer: RESOURCES.Brain }),
  operation('Delete brain', 'DELETE /v3/brains/{id}', { answer: RESOURCES.Brain }),
  operation('List faces', 'GET /v3/faces', { answer: page('faces', 'Face') }),
  operation('List conversations', 'GET /v3/conversations', { answer: page('conversations', 'Conversation') }),
  operation('Per-user billing cycle usage', 'GET /v3/organizations/user-usage', {}),
  operation('Start session', 'POST /v1/sessions', {
    success: 201,
    requirementsAreSpecified: true,
    body: {
      ...required({
        ...fields('string', 'name'),
        avatar: {
          type: {
            fields: {
              ...fields('string', 'identity', 'name', 'refImage'),
              ...fields('object', 'agentId', 'client'),
              // "Either an existing avatar id".
              ...fields('string', 'id'),
            },
          },
        },
      }),
      ...fields('string', 'client'),
      host: { type: { fields: fields('string', 'serverUrl', 'accessToken') } },
      ...fields('number', 'maxDuration'),
      ...fields('string', 'additionalCtx'),
      ...fields('object', 'templateVars'),
      // "Either an existing agent id": the fields that a new agent requires are optional here.
      agent: {
        type: {
          fields: { ...agentRequest, provider: { type: { enum: PROVIDERS } }, ...fields('string', 'id') },
        },
      },
      ...fields(participant, 'remoteAgentConnectingIdentity', 'consumerIdentity'),
    },
    answer: RESOURCES.SessionCreationResult,
  }),
  operation('Get session', 'GET /v1/sessions/{id}', { answer: RESOURCES.Session }),
  operation('Create agent', 'POST /v1/agents', {
    success: 201,
    requirementsAreSpecified: true,
    body: agentRequest,
    answer: RESOURCES.Agent,
  }),
  operation('List avatars', 'GET /v1/avatars', {
    success: 200,
    requirementsAreSpecified: true,
    query: {
      take: { type: 'number', default: 20, maximum: 50 },
      skip: { type: 'number', default: 0, minimum: 0 },
      ...fields('string', 'client'),
    },
    answer: page('avatars', 'Avatar'),
  }),
  operation('Get avatar', 'GET /v1/avatars/{id}', { success: 200, answer: RESOURCES.Avatar }),
  operation('Start session with a pass', 'POST /v1/session-passes', {
    auth: 'bearer token',
    success: 201,
    requirementsAreSpecified: true,
    body: {
      ...required({
        ...fields('string', 'name'),
        ...fields(existing, 'avatar', 'agent'),
        ...fields(participant, 'consumerIdentity'),
      }),
      ...fields('string', 'client'),
      ...fields('number', 'maxDuration'),
      ...fields('string', 'additionalCtx'),
      ...fields('object', 'templateVars'),
    },
    answer: RESOURCES.SessionCreationResult,
  }),
];
