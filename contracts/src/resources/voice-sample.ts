import { type Static, Type } from 'typebox';
import { AGENT_VOICES, PROVIDERS } from './agent.ts';
import { Query, Resource } from './common.ts';

const provider = Type.Enum(PROVIDERS, { description: 'Provider of the agent.' });
const voice = Type.Enum(AGENT_VOICES, { description: 'Voice of the agent: one of this provider.' });

export const VoiceSampleQuery = Query({ provider, voice });
export type VoiceSampleQuery = Static<typeof VoiceSampleQuery>;

export const VoiceSample = Resource(
  'VoiceSample',
  {
    provider,
    voice,
    text: Type.String({ description: 'The spoken text.' }),
    mimeType: Type.String({ description: 'Media type of `audio`.', examples: ['audio/wav'] }),
    audio: Type.String({ description: 'The audio, encoded as Base64.' }),
    notice: Type.String({ description: 'Why a voice of this service speaks instead of the provider’s.' }),
  },
  'A sentence in the voice that a conversation would currently have.',
);
export type VoiceSample = Static<typeof VoiceSample>;
