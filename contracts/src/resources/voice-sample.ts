import { type Static, Type } from 'typebox';
import { AGENT_VOICES, PROVIDERS } from './agent.ts';
import { Query, Resource, TEXT_LIMITS } from './common.ts';

const provider = Type.Enum(PROVIDERS, { description: 'The provider of the agent that would speak.' });
const voice = Type.Enum(AGENT_VOICES, { description: 'Its voice, one that the provider has.' });
const language = Type.Optional(
  Type.String({
    pattern: '^[a-z]{2}$',
    description:
      'The language of the sentence (ISO 639-1): `en`, `de`, `fr`, `es`, `pt`, `it`, `nl` or `ja`; English in place of any other, and with the voices of this service.',
  }),
);

export const VoiceSampleQuery = Query({
  provider,
  voice,
  language,
  ownModel: Type.Optional(
    Type.Boolean({
      description: 'Whether the agent has an `llmServerId`, so that its provider does not speak.',
    }),
  ),
});
export type VoiceSampleQuery = Static<typeof VoiceSampleQuery>;

const sound = {
  text: Type.String({ description: 'What is said.' }),
  mimeType: Type.String({ description: 'What kind of sound it is.', examples: ['audio/wav'] }),
  audio: Type.String({ description: 'The sound, in Base64.' }),
};

export const VoiceSample = Resource(
  'VoiceSample',
  {
    provider,
    voice,
    ...sound,
    notice: Type.String({ description: 'Why it is this voice and not one of the provider.' }),
  },
  'A sentence in the voice that a conversation would have now.',
);
export type VoiceSample = Static<typeof VoiceSample>;

/** Whose voice speaks with each provider, from which it follows which voices can be heard as a sample. */
export const VoiceSpeakers = Resource('VoiceSpeakers', {
  providers: Type.Array(
    Type.Object({
      provider: Type.Enum(PROVIDERS),
      engine: Type.Optional(
        Type.String({
          description:
            'The engine that would answer now: `builtin`, `pipeline`, or the provider, whose voices can be heard only in a conversation. Absent where none would.',
        }),
      ),
    }),
  ),
  pipelineVoice: Type.Enum(['service', 'speech_server'], {
    description:
      'Who speaks where the engine is `pipeline` and the agent has no `ttsServerId`: a voice of this service, or the operator’s speech server.',
  }),
});
export type VoiceSpeakers = Static<typeof VoiceSpeakers>;

export const ServerVoiceQuery = Query({
  voice: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: TEXT_LIMITS.name,
      description:
        'The server’s own name of a voice, or the voice of an agent, to which the nearest in its list speaks. Where absent, the server’s `voice`.',
    }),
  ),
  language,
});
export type ServerVoiceQuery = Static<typeof ServerVoiceQuery>;

export const ServerVoiceSample = Resource('ServerVoiceSample', {
  ...sound,
  notice: Type.Optional(Type.String({ description: 'Which voice speaks in place of the wanted one.' })),
});
export type ServerVoiceSample = Static<typeof ServerVoiceSample>;

export const ServerVoices = Resource('ServerVoices', {
  voices: Type.Array(
    Type.Object({
      name: Type.String({ description: 'The server’s own name, as its `voice` may be set.' }),
      language: Type.Optional(Type.String({ description: 'ISO 639-1, where it is known.' })),
      kind: Type.Optional(Type.Enum(['woman', 'man'], { description: 'Where it is known.' })),
    }),
    { description: 'Empty where the server has no list.' },
  ),
});
export type ServerVoices = Static<typeof ServerVoices>;
