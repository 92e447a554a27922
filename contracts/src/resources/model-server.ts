import { type Static, Type } from 'typebox';
import {
  Body,
  Client,
  Flag,
  Id,
  MaybeFlag,
  MaybeText,
  OptionalEnum,
  OptionalHeaderValue,
  OptionalId,
  OptionalInteger,
  OptionalText,
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

/** The purposes for which agents name a server: language model, speech synthesis and transcription. */
export const AGENT_SERVER_USES = ['llm', 'tts', 'stt'] as const;
export type AgentServerUse = (typeof AGENT_SERVER_USES)[number];
/** `embeddings` is for the organization's knowledge bases, which need not name the server. */
export const MODEL_SERVER_USES = [...AGENT_SERVER_USES, 'embeddings'] as const;
export type ModelServerUse = (typeof MODEL_SERVER_USES)[number];
/** Audio formats that can be requested from a speech synthesis server. */
export const SPEECH_FORMATS = ['pcm', 'wav'] as const;
/** APIs of speech synthesis servers: OpenAI's, which compatible servers have too, and those of vendors. */
export const SPEECH_APIS = ['openai', 'cartesia', 'elevenlabs'] as const;
export type SpeechApiName = (typeof SPEECH_APIS)[number];
const URL_LENGTH = 2_000;
const API_KEY_LENGTH = 2_000;
const EFFORT_LENGTH = 32;
/** Bounds of a server's own limits. */
const WAIT_MS = { minimum: 100, maximum: 60_000 } as const;
const WHOLE_MS = { minimum: 100, maximum: 600_000 } as const;

const TIMES = {
  firstByteMs:
    'Milliseconds until the first piece of an answer must arrive: words, audio or vectors (HTTP headers do not count).',
  betweenBytesMs: 'Maximum pause between two pieces of an answer, in milliseconds.',
  wholeMs:
    'Milliseconds until a whole answer must have arrived. For `tts`, this is the speech of one clause; for `embeddings`, the vectors of up to 32 passages.',
};
/** A limit in answers. */
const inForce = (name: keyof typeof TIMES) =>
  Type.Integer({ description: `${TIMES[name]} The value in force: its own, or that of the service.` });

export const ModelServer = Resource(
  'ModelServer',
  {
    id: Id('Identifier of the server.', 'msrv_01k3m6v2q8e4tb9p0x7yz5wnhd'),
    organizationId: OrganizationId,
    client: OwnClient,
    name: Text('Display name.'),
    use: Type.Enum(MODEL_SERVER_USES, { description: 'Purpose of the server.' }),
    url: Text('Base URL, including the version.'),
    model: Text('Name of the model at the server.'),
    hasApiKey: Flag('Whether an API key is stored. The key itself is never returned.'),
    api: Type.Optional(Type.Enum(SPEECH_APIS, { description: 'For `tts`: API of the server.' })),
    voice: MaybeText('For `tts`: name of the voice at the server.'),
    format: Type.Optional(Type.Enum(SPEECH_FORMATS, { description: 'For `tts`: requested audio format.' })),
    reasoningEffort: MaybeText('For `llm`: requested reasoning effort.'),
    fallbackId: MaybeText('Id of the model server that takes over if this one fails.'),
    firstByteMs: inForce('firstByteMs'),
    betweenBytesMs: inForce('betweenBytesMs'),
    wholeMs: inForce('wholeMs'),
    operatorHasChosen: MaybeFlag(
      'For `embeddings`: `true` if the operator of the service has configured embeddings, which are then used instead of this server.',
    ),
    ...TIMESTAMPS,
  },
  'A server with OpenAI-compatible HTTP endpoints, or a vendor of speech. It answers, speaks or transcribes for the agents that refer to it, or computes embeddings for the knowledge bases.',
);
export type ModelServer = Static<typeof ModelServer>;

const required = {
  name: RequiredText(TEXT_LIMITS.name, 'Display name; must be unique in the organization.'),
  url: RequiredText(
    URL_LENGTH,
    'Base URL, including the version, such as `https://api.groq.com/openai/v1`. Requests are sent to `/chat/completions`, `/audio/speech`, `/audio/transcriptions` or `/embeddings` below it. For the `api` of a vendor: `https://api.cartesia.ai` or `https://api.elevenlabs.io`.',
  ),
  model: RequiredText(TEXT_LIMITS.name, 'Name of the model at the server.'),
};
const optional = {
  apiKey: OptionalHeaderValue(
    API_KEY_LENGTH,
    'API key, sent as a bearer token: printable ASCII characters without line breaks. It is stored encrypted and never returned. A new value replaces it. Default: no key is sent.',
  ),
  api: OptionalEnum(
    SPEECH_APIS,
    'For `tts`: API of the server. With `cartesia` or `elevenlabs`, the voices of your account there speak, including your own and cloned ones. Default: `openai`, which compatible servers have as well.',
  ),
  voice: OptionalText(
    TEXT_LIMITS.name,
    'For `tts`: name of a voice at the server; its id if `api` is a vendor. Default: the voice in its list that is most similar to the voice of the agent.',
  ),
  format: OptionalEnum(
    SPEECH_FORMATS,
    'For `tts`: audio format to request; only for the `api` `openai`. Default: `pcm`.',
  ),
  reasoningEffort: OptionalText(
    EFFORT_LENGTH,
    'For `llm`: reasoning effort of the model (`none`, `low`, …). Default: that of the server.',
  ),
  fallbackId: OptionalId(
    'For `llm`, `tts` and `stt`: id of another model server of the organization with the same `use`. It takes over within the same ' +
      'answer if this one fails or does not answer in time; this one is then not asked for a while. There is only one step: a fallback ' +
      'of that server is not used for this one. That server cannot be deleted meanwhile. Default: the offline voice replaces a voice, ' +
      'a model on the machine of the service replaces transcription, and nothing replaces a language model. Servers for `embeddings` ' +
      'have none, because vectors of different models cannot be compared: questions are then searched for by their words only.',
  ),
  firstByteMs: OptionalInteger({
    ...WAIT_MS,
    description:
      `${TIMES.firstByteMs} A language model and its fallback share the time for which the service lets a user wait (10 seconds, ` +
      'unless the operator has changed it), so this time ends earlier if that does. For `embeddings`, the limits are for documents; a ' +
      'question waits for at most 1000. Default: that of the service; for `stt` at most 2500 if there is something that can take over.',
  }),
  betweenBytesMs: OptionalInteger({
    ...WAIT_MS,
    description: `${TIMES.betweenBytesMs} Default: that of the service.`,
  }),
  wholeMs: OptionalInteger({
    ...WHOLE_MS,
    description: `${TIMES.wholeMs} Default: that of the service.`,
  }),
  client: Client,
};
export const CreateModelServer = Body({
  use: Type.Enum(MODEL_SERVER_USES, {
    description:
      'Purpose of the server: a language model (`llm`), speech synthesis (`tts`), transcription (`stt`) or `embeddings`. An ' +
      'organization can have only one server for `embeddings`, which serves all its knowledge bases.',
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
  ok: Flag('Whether the server responded as expected.'),
  firstMs: Type.Optional(
    Type.Integer({
      description:
        'Milliseconds until the first word (`llm`) or audio (`tts`), or until the complete text (`stt`) or vector (`embeddings`). Absent if the test failed.',
    }),
  ),
  said: MaybeText(
    'For `llm`: the answer. For `stt`: the recognized text. For `tts`: a notice, for instance about the chosen voice, if there is one.',
  ),
  dimensions: Type.Optional(
    Type.Integer({ description: 'For `embeddings`: number of dimensions of a vector.' }),
  ),
  problem: MaybeText('Why the test failed. Absent if it succeeded.'),
});
export type ModelServerTrial = Static<typeof ModelServerTrial>;
