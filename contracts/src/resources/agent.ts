import { type Static, Type } from 'typebox';
import {
  AlwaysText,
  Body,
  CLIENT,
  Flag,
  Id,
  MaybeText,
  OptionalBoolean,
  OptionalEnum,
  OptionalId,
  OptionalLanguage,
  OptionalReference,
  OptionalText,
  OptionalTexts,
  OrganizationId,
  OwnClient,
  READ_ONLY,
  Resource,
  TEXT_LIMITS,
  TIMESTAMPS,
  UpdateBody,
  VideoChoice,
} from './common.ts';
import { OptionalToolReferences, ToolReferences } from './tool.ts';
import { TurnTaking, TurnTakingChoice } from './turn-taking.ts';
import { VOICE_NAMES } from './voice.ts';

export const PROVIDERS = ['openai', 'gemini', 'elevenlabs'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** Models that are available only to agents of Gemini. */
export const GEMINI_MODELS = ['gemini-2.5-flash-native-audio-preview-09-2025'] as const;
/** Models that are available only to agents of OpenAI. */
export const OPENAI_MODELS = ['gpt-4o-realtime-preview', 'gpt-realtime'] as const;
export const MODELS = [...GEMINI_MODELS, ...OPENAI_MODELS] as const;
export type Model = (typeof MODELS)[number];

/** Voices that are available only to agents of OpenAI. */
export const OPENAI_VOICES = [
  'alloy',
  'marin',
  'cedar',
  'ash',
  'ballad',
  'coral',
  'echo',
  'sage',
  'shimmer',
  'verse',
] as const;
export const AGENT_VOICES = [...VOICE_NAMES, ...OPENAI_VOICES] as const;
export type AgentVoice = (typeof AGENT_VOICES)[number];

/** The effect of a short remark during an answer ("mm-hm", "okay"), when speech recognition is available. */
export const ON_BACKCHANNEL = ['ignore', 'stop'] as const;
export type OnBackchannel = (typeof ON_BACKCHANNEL)[number];

export const AGENT_NAME_LENGTH = 64;
const MAX_WAIT_MESSAGES = 5;

export const Agent = Resource('Agent', {
  id: Id('Identifier of the agent.', 'agt_01k3m6v2q8e4tb9p0x7yz5wnhd'),
  organizationId: OrganizationId,
  provider: Type.Enum(PROVIDERS, { description: 'Provider whose model answers.' }),
  anyProvider: Flag('Whether the default provider of the service answers instead of `provider`.'),
  name: Type.Optional(Type.String({ maxLength: AGENT_NAME_LENGTH, description: 'Display name.' })),
  client: OwnClient,
  model: Type.Optional(
    Type.Enum(MODELS, {
      description: 'Model of the provider. If absent, the default of the service is used.',
    }),
  ),
  voice: Type.Optional(
    Type.Enum(AGENT_VOICES, {
      description: 'Voice of the provider. If absent, that of `voiceId` is used, otherwise a default.',
    }),
  ),
  instructions: MaybeText('How the agent behaves. If absent, the instructions of its brain are used.'),
  greetingMsg: AlwaysText('First sentence of the agent.'),
  apologyMsg: MaybeText('Sentence that the agent says if no answer arrives.'),
  waitMsgs: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Sentences that the agent says while an answer takes a while.',
    }),
  ),
  remoteId: MaybeText('Id of an agent that is hosted by the provider.'),
  search: Flag('Whether the agent can search the web.'),
  emotions: Flag('Whether the face can show emotions.'),
  memory: Flag('Whether the agent remembers earlier conversations with the same consumer.'),
  onBackchannel: Type.Enum(ON_BACKCHANNEL, {
    description: 'Whether the avatar continues (`ignore`) or stops when the user makes a short remark.',
  }),
  turnTaking: TurnTaking,
  video: Flag('Whether the avatar has video. If `false`, it has only audio.'),
  language: MaybeText('ISO 639-1 code of the spoken language. If absent, it is detected.'),
  voiceId: MaybeText('Id of the voice.'),
  brainId: MaybeText('Id of the brain.'),
  knowledgeBaseId: MaybeText('Id of the knowledge base that the agent can search.'),
  llmServerId: MaybeText('Id of the model server that answers instead of the provider.'),
  ttsServerId: MaybeText('Id of the model server that produces the speech of the agent.'),
  sttServerId: MaybeText('Id of the model server that transcribes the speech of users.'),
  tools: ToolReferences,
  ...TIMESTAMPS,
});
export type Agent = Static<typeof Agent>;

/** The fields of an agent in requests, except the provider. */
export const agentFields = {
  anyProvider: OptionalBoolean(
    'With `true`, the default provider of the service at the start of a conversation answers (see `GET /v3/organizations/default-provider`). If that is not `provider`, `model`, `voice` and `voiceId` are ignored and the defaults of that provider are used. Default: `false`.',
  ),
  name: OptionalText(AGENT_NAME_LENGTH, 'Display name.'),
  client: OptionalReference(CLIENT),
  model: OptionalEnum(
    MODELS,
    `Model of the provider: ${GEMINI_MODELS.join(', ')} for gemini, ${OPENAI_MODELS.join(' or ')} for openai. Not allowed for elevenlabs, where the agent has its own model. Default: chosen by the operator.`,
  ),
  voice: OptionalEnum(
    AGENT_VOICES,
    `Voice of the provider: ${OPENAI_VOICES.join(', ')} for openai, all others for gemini. Not allowed for elevenlabs, where the agent has its own voice. Default: the voice of \`voiceId\`, otherwise a default of the provider.`,
  ),
  instructions: OptionalText(
    TEXT_LIMITS.instructions,
    'How the agent behaves. May contain variables such as `{{name}}`, which are replaced when a session starts. Default: the instructions of the brain, otherwise a short general instruction.',
  ),
  greetingMsg: OptionalText(
    TEXT_LIMITS.greeting,
    'First sentence of the agent. May contain variables such as `{{name}}`. Default: the greeting of the brain; without one, the model greets in its own words.',
  ),
  apologyMsg: OptionalText(
    TEXT_LIMITS.apology,
    'Sentence that the agent says if no answer arrives. It is spoken unchanged, so write it in the language of the agent. Default: a standard sentence in the language of the conversation.',
  ),
  waitMsgs: OptionalTexts(
    { maxItems: MAX_WAIT_MESSAGES, maxLength: TEXT_LIMITS.wait },
    'Sentences that the agent says while an answer takes a while: one each time, in this order. They are spoken unchanged, so write them in the language of the agent. Default: standard sentences in the language of the conversation.',
  ),
  remoteId: OptionalId(
    'Id of an agent that is hosted by the provider. Required to start sessions with elevenlabs.',
    TEXT_LIMITS.name,
  ),
  search: OptionalBoolean('Whether the agent can search the web. Default: `false`.'),
  emotions: OptionalBoolean('Whether the face can show emotions. Default: `false`.'),
  memory: OptionalBoolean(
    'Whether the agent remembers earlier conversations with the same consumer. Default: `false`.',
  ),
  onBackchannel: OptionalEnum(
    ON_BACKCHANNEL,
    'Effect of a short remark (“mm-hm”, “okay”) while the avatar speaks. With `ignore`, the avatar continues; with `stop`, it stops and listens, as for any other words. Remarks are recognized only if a speech recognition model is installed (`npx visavis models add speech-recognition`); without one, any speech stops the avatar. Default: `ignore`.',
  ),
  turnTaking: TurnTakingChoice,
  video: VideoChoice('Default: `true`.'),
  language: OptionalLanguage(
    'Language of the conversation as an ISO 639-1 code (`en`, `pt`). If set, the language is not detected and does not change. Default: it is detected.',
  ),
  voiceId: OptionalId(
    'Id of a voice. The agent follows its `instructions`, and speaks with its `identity` unless `voice` is set. For openai, `voice` must be set as well. Not allowed for elevenlabs.',
  ),
  brainId: OptionalId(
    'Id of a brain. Its instructions and greeting are used if the agent has none of its own.',
  ),
  knowledgeBaseId: OptionalId('Id of a knowledge base that the agent can search.'),
  llmServerId: OptionalId(
    'Id of a model server with `use: llm` that answers instead of the provider. `model` is then not used. Default: the provider answers.',
  ),
  ttsServerId: OptionalId(
    'Id of a model server with `use: tts` that produces the speech of the agent. It is ignored, with a warning in the timeline, if the provider itself produces the speech.',
  ),
  sttServerId: OptionalId(
    'Id of a model server with `use: stt` that transcribes the speech of users. It is ignored, with a warning in the timeline, if the provider itself understands speech.',
  ),
  tools: OptionalToolReferences,
};
const provider = Type.Enum(PROVIDERS, { description: 'Provider whose model answers.' });

export const CreateAgent = Body({ provider, ...agentFields });
export type CreateAgent = Static<typeof CreateAgent>;
/** `PUT` replaces: omitted fields are unset. */
export const ReplaceAgent = UpdateBody({ provider, ...agentFields }, READ_ONLY);

/** The provider that answers if none was chosen. */
export const DefaultProvider = Resource('DefaultProvider', {
  provider: Type.Enum(PROVIDERS, { description: 'Provider that answers if none was chosen.' }),
  engine: Type.Optional(
    Type.Unsafe<string>({
      type: 'string',
      enum: ['builtin', ...PROVIDERS, 'pipeline'],
      description:
        'Engine that would answer now: that of a provider, `pipeline` (a language model with separate speech services) or `builtin` (the offline engine). Absent if none is available.',
    }),
  ),
});
export type DefaultProvider = Static<typeof DefaultProvider>;

/** The agent of a session: an existing one by its `id`, or a new one with the fields of `CreateAgent`. */
export const AgentChoice = Body(
  {
    id: OptionalReference('Id of an existing agent, as a string or as `{ "id": "…" }`.'),
    provider: OptionalEnum(PROVIDERS, 'Provider whose model answers. Required for a new agent.'),
    ...agentFields,
  },
  { description: 'Either an existing agent by its `id`, or a new agent, for which `provider` is required.' },
);
export type AgentChoice = Static<typeof AgentChoice>;
