import { type Static, Type } from 'typebox';
import {
  Body,
  Client,
  DateTime,
  Id,
  OptionalEnum,
  OptionalHeaderValue,
  OptionalText,
  READ_ONLY,
  RequiredText,
  Resource,
  TEXT_LIMITS,
  UpdateBody,
} from './common.ts';

/** The purposes for which agents name a server: language model, speech synthesis and transcription. */
export const AGENT_SERVER_USES = ['llm', 'tts', 'stt'] as const;
export type AgentServerUse = (typeof AGENT_SERVER_USES)[number];
/** `embeddings` is for the organization's knowledge bases, which need not name the server. */
export const MODEL_SERVER_USES = [...AGENT_SERVER_USES, 'embeddings'] as const;
export type ModelServerUse = (typeof MODEL_SERVER_USES)[number];
/** Audio formats that can be requested from a speech synthesis server. */
export const SPEECH_FORMATS = ['pcm', 'wav'] as const;
const URL_LENGTH = 2_000;
const API_KEY_LENGTH = 2_000;
const EFFORT_LENGTH = 32;

export const ModelServer = Resource(
  'ModelServer',
  {
    id: Id('Identifier of the server.', 'msrv_01k3m6v2q8e4tb9p0x7yz5wnhd'),
    organizationId: Type.String(),
    client: Type.Optional(Type.String()),
    name: Type.String(),
    use: Type.Enum(MODEL_SERVER_USES),
    url: Type.String(),
    model: Type.String(),
    hasApiKey: Type.Boolean({ description: 'Whether a key is kept; it is never shown.' }),
    voice: Type.Optional(Type.String()),
    format: Type.Optional(Type.Enum(SPEECH_FORMATS)),
    reasoningEffort: Type.Optional(Type.String()),
    operatorHasChosen: Type.Optional(
      Type.Boolean({
        description:
          'Of `embeddings`: true where the operator of the service has set what embeds; that is used, and not this one.',
      }),
    ),
    createdAt: DateTime('When it was created.'),
    updatedAt: DateTime('When it last changed.'),
  },
  'A server with OpenAI’s HTTP endpoints that thinks, speaks or transcribes for the agents that name it, or embeds for the knowledge bases.',
);
export type ModelServer = Static<typeof ModelServer>;

const required = {
  name: RequiredText(TEXT_LIMITS.name, 'A name for people; unique in the organization.'),
  url: RequiredText(
    URL_LENGTH,
    'Its address with the version, such as `https://api.groq.com/openai/v1`: requests go to `/chat/completions`, `/audio/speech`, `/audio/transcriptions` or `/embeddings` below it.',
  ),
  model: RequiredText(TEXT_LIMITS.name, 'The model that is asked for, by the server’s own name.'),
};
const optional = {
  apiKey: OptionalHeaderValue(
    API_KEY_LENGTH,
    'Sent as a bearer token, so it is of ASCII characters without line breaks. Stored encrypted and never shown; a new value replaces it.',
  ),
  voice: OptionalText(
    TEXT_LIMITS.name,
    'Of `tts`: the server’s own name of a voice; where absent, the one in its list that is nearest to the agent’s.',
  ),
  format: OptionalEnum(SPEECH_FORMATS, 'Of `tts`: what the server can make; `pcm` where absent.'),
  reasoningEffort: OptionalText(
    EFFORT_LENGTH,
    'Of `llm`: how much it thinks before it answers (`none`, `low`, …); the server’s default where absent.',
  ),
  client: Client,
};
export const CreateModelServer = Body({
  use: Type.Enum(MODEL_SERVER_USES, {
    description:
      'What it does: think, speak, transcribe, or embed. An organization has one at most whose use is `embeddings`: it is for all ' +
      'its knowledge bases.',
  }),
  ...required,
  ...optional,
});
export type CreateModelServer = Static<typeof CreateModelServer>;
export const UpdateModelServer = UpdateBody(
  {
    name: Type.Optional(required.name),
    url: Type.Optional(required.url),
    model: Type.Optional(required.model),
    ...optional,
  },
  [...READ_ONLY, 'use', 'hasApiKey', 'operatorHasChosen'],
);
export type UpdateModelServer = Static<typeof UpdateModelServer>;

export const ModelServerTrial = Resource('ModelServerTrial', {
  ok: Type.Boolean(),
  firstMs: Type.Optional(
    Type.Integer({
      description: 'Milliseconds until the first word or sound came, or the whole text or vector.',
    }),
  ),
  said: Type.Optional(Type.String({ description: 'What it answered, or understood.' })),
  dimensions: Type.Optional(Type.Integer({ description: 'Of `embeddings`: how many numbers a vector has.' })),
  problem: Type.Optional(Type.String({ description: 'Why it failed.' })),
});
export type ModelServerTrial = Static<typeof ModelServerTrial>;
