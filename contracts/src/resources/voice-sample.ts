import { type Static, Type } from 'typebox';
import { AGENT_VOICES, PROVIDERS } from './agent.ts';
import { MaybeFlag, MaybeText, Query, Resource, TEXT_LIMITS, Text } from './common.ts';

const provider = Type.Enum(PROVIDERS, { description: 'Provider of the agent.' });
const voice = Type.Enum(AGENT_VOICES, { description: 'Voice of the agent: one of this provider.' });
const language = Type.Optional(
  Type.String({
    pattern: '^[a-z]{2}$',
    description:
      'Language of the sentence as an ISO 639-1 code: `en`, `de`, `fr`, `es`, `pt`, `it`, `nl` or `ja`. Any other, and the voices of this service, get an English sentence.',
  }),
);

export const VoiceSampleQuery = Query({
  provider,
  voice,
  language,
  ownModel: MaybeFlag(
    'Whether the agent has an `llmServerId`, so that its provider does not speak. Default: `false`.',
  ),
});
export type VoiceSampleQuery = Static<typeof VoiceSampleQuery>;

const sound = {
  text: Text('The spoken text.'),
  mimeType: Type.String({ description: 'Media type of `audio`.', examples: ['audio/wav'] }),
  audio: Text('The audio, encoded as Base64.'),
};

export const VoiceSample = Resource(
  'VoiceSample',
  {
    provider,
    voice,
    ...sound,
    notice: Text('Why this voice speaks instead of the provider’s.'),
  },
  'A sentence in the voice that a conversation would currently have.',
);
export type VoiceSample = Static<typeof VoiceSample>;

/** Whose voice speaks for each provider, which decides what voices have a sample. */
export const VoiceSpeakers = Resource('VoiceSpeakers', {
  providers: Type.Array(
    Type.Object({
      provider: Type.Enum(PROVIDERS),
      engine: MaybeText(
        'Engine that would answer now: `builtin`, `pipeline`, or that of the provider, whose voices can be heard only in a conversation. Absent if none is available.',
      ),
    }),
  ),
  pipelineVoice: Type.Enum(['service', 'speech_server'], {
    description:
      'Who speaks with the engine `pipeline` if the agent has no `ttsServerId`: a voice of this service (`service`), or the speech server of the operator (`speech_server`).',
  }),
});
export type VoiceSpeakers = Static<typeof VoiceSpeakers>;

export const ServerVoiceQuery = Query({
  voice: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: TEXT_LIMITS.name,
      description:
        'Name of a voice of the server, or the voice of an agent, for which the most similar voice of the server speaks. Default: the `voice` of the server.',
    }),
  ),
  language,
});
export type ServerVoiceQuery = Static<typeof ServerVoiceQuery>;

export const ServerVoiceSample = Resource('ServerVoiceSample', {
  ...sound,
  notice: MaybeText('Which voice speaks instead of the requested one.'),
});
export type ServerVoiceSample = Static<typeof ServerVoiceSample>;

export const ServerVoices = Resource('ServerVoices', {
  voices: Type.Array(
    Type.Object({
      name: Text('Name or id of the voice, a valid value of `voice` of the model server.'),
      label: MaybeText('Display name. Absent if it is the `name`.'),
      own: MaybeFlag('Whether your account at the vendor has made or cloned the voice.'),
      language: MaybeText('ISO 639-1 code. Absent if it is unknown.'),
      kind: Type.Optional(
        Type.Enum(['woman', 'man'], { description: 'Kind of voice. Absent if it is unknown.' }),
      ),
    }),
    { description: 'Voices of the server, at most 500. Empty if it does not list any.' },
  ),
});
export type ServerVoices = Static<typeof ServerVoices>;
