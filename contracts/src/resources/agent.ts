import { type Static, Type } from 'typebox';
import {
  AlwaysText,
  Body,
  DateTime,
  Id,
  OptionalBoolean,
  OptionalEnum,
  OptionalId,
  OptionalLanguage,
  OptionalReference,
  OptionalText,
  OptionalTexts,
  READ_ONLY,
  Resource,
  TEXT_LIMITS,
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
  organizationId: Type.String(),
  provider: Type.Enum(PROVIDERS),
  anyProvider: Type.Boolean(),
  name: Type.Optional(Type.String({ maxLength: AGENT_NAME_LENGTH })),
  client: Type.Optional(Type.String()),
  model: Type.Optional(Type.Enum(MODELS)),
  voice: Type.Optional(Type.Enum(AGENT_VOICES)),
  instructions: Type.Optional(Type.String()),
  greetingMsg: AlwaysText('What it says first.'),
  apologyMsg: Type.Optional(Type.String()),
  waitMsgs: Type.Optional(Type.Array(Type.String())),
  remoteId: Type.Optional(Type.String()),
  search: Type.Boolean(),
  emotions: Type.Boolean(),
  memory: Type.Boolean(),
  onBackchannel: Type.Enum(ON_BACKCHANNEL),
  turnTaking: TurnTaking,
  video: Type.Boolean({ description: 'Whether the avatar is seen, or heard only.' }),
  language: Type.Optional(Type.String()),
  voiceId: Type.Optional(Type.String()),
  brainId: Type.Optional(Type.String()),
  knowledgeBaseId: Type.Optional(Type.String()),
  llmServerId: Type.Optional(Type.String()),
  ttsServerId: Type.Optional(Type.String()),
  sttServerId: Type.Optional(Type.String()),
  tools: ToolReferences,
  createdAt: DateTime('When it was created.'),
  updatedAt: DateTime('When it last changed.'),
});
export type Agent = Static<typeof Agent>;

/** The fields of an agent in requests, except the provider. */
export const agentFields = {
  anyProvider: OptionalBoolean(
    'Nobody has chosen the provider: the one that this service has when a conversation starts answers. Where that is not `provider`, it has its own voice and model.',
  ),
  name: OptionalText(AGENT_NAME_LENGTH, 'A name for people.'),
  client: OptionalReference('Segments resources by the caller’s own client.'),
  model: OptionalEnum(
    MODELS,
    `The provider’s model: ${GEMINI_MODELS.join(', ')} with provider gemini, ${OPENAI_MODELS.join(' or ')} with openai, none with elevenlabs (the agent there has its own).`,
  ),
  voice: OptionalEnum(
    AGENT_VOICES,
    `The provider’s voice: ${OPENAI_VOICES.join(', ')} with provider openai, the others with gemini, none with elevenlabs (the agent there has its own).`,
  ),
  instructions: OptionalText(
    TEXT_LIMITS.instructions,
    'How the agent behaves. A template: `{{name}}` is replaced when a session starts.',
  ),
  greetingMsg: OptionalText(TEXT_LIMITS.greeting, 'What it says first. A template as well.'),
  apologyMsg: OptionalText(
    TEXT_LIMITS.apology,
    'What it says, as it stands, where no answer comes: in the language that it speaks. Where none is given, a sentence of the service in the language of the conversation.',
  ),
  waitMsgs: OptionalTexts(
    { maxItems: MAX_WAIT_MESSAGES, maxLength: TEXT_LIMITS.wait },
    'What it says, as it stands, where an answer takes a while: one sentence each time, in this order, in the language that it speaks. Where none is given, sentences of the service in the language of the conversation.',
  ),
  remoteId: OptionalId('The id of an agent that lives at the provider.', TEXT_LIMITS.name),
  search: OptionalBoolean('May search the web.'),
  emotions: OptionalBoolean('May show emotions in its face.'),
  memory: OptionalBoolean('Remembers earlier conversations with the same consumer.'),
  onBackchannel: OptionalEnum(
    ON_BACKCHANNEL,
    'The effect of a short remark (“mm-hm”, “okay”) while the avatar speaks: with `ignore`, the default, the avatar continues; with `stop` it stops and listens, as for any other words. Remarks are recognized where a model for speech recognition is installed (`npx visavis models add speech-recognition`); elsewhere any speech stops the avatar.',
  ),
  turnTaking: TurnTakingChoice,
  video: VideoChoice('`true` by default.'),
  language: OptionalLanguage(
    'The language that is spoken, as an ISO 639-1 code (`en`, `pt`). It is not detected then, and does not change.',
  ),
  voiceId: OptionalId(
    'Id of a voice. Its guidance is used, and its sound if the agent has no `voice` of its own. With provider openai, `voice` is required as well; not available with elevenlabs.',
  ),
  brainId: OptionalId('Id of a brain, whose instructions and greeting are used if the agent has none.'),
  knowledgeBaseId: OptionalId('Id of a knowledge base that the agent may search.'),
  llmServerId: OptionalId(
    'Id of a model server that thinks for the agent, in place of its provider, whose `model` is not asked then.',
  ),
  ttsServerId: OptionalId(
    'Id of a model server that speaks for the agent, where the provider does not speak itself.',
  ),
  sttServerId: OptionalId(
    'Id of a model server that transcribes what users say, where the provider does not hear itself.',
  ),
  tools: OptionalToolReferences,
};
const provider = Type.Enum(PROVIDERS, { description: 'Who answers.' });

export const CreateAgent = Body({ provider, ...agentFields });
export type CreateAgent = Static<typeof CreateAgent>;
/** `PUT` replaces: omitted fields are unset. */
export const ReplaceAgent = UpdateBody({ provider, ...agentFields }, READ_ONLY);

/** The provider that answers if none was chosen. */
export const DefaultProvider = Resource('DefaultProvider', {
  provider: Type.Enum(PROVIDERS),
  engine: Type.Optional(
    Type.Unsafe<string>({
      type: 'string',
      enum: ['builtin', ...PROVIDERS, 'pipeline'],
      description: 'The engine that answers now; absent where the service has none.',
    }),
  ),
});
export type DefaultProvider = Static<typeof DefaultProvider>;

/** The agent of a session: an existing one by its `id`, or a new one with the fields of `CreateAgent`. */
export const AgentChoice = Body(
  {
    id: OptionalReference('Id of an existing agent, or an object with it as `id`.'),
    provider: OptionalEnum(PROVIDERS, 'Who answers.'),
    ...agentFields,
  },
  { description: 'An existing agent by its `id`, or a new one (then `provider` is required).' },
);
export type AgentChoice = Static<typeof AgentChoice>;
