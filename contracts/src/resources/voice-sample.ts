import { type Static, Type } from 'typebox';
import { AGENT_VOICES, PROVIDERS } from './agent.ts';
import { Query, Resource } from './common.ts';

const provider = Type.Enum(PROVIDERS, { description: 'The provider of the agent that would speak.' });
const voice = Type.Enum(AGENT_VOICES, { description: 'Its voice, one that the provider has.' });

export const VoiceSampleQuery = Query({ provider, voice });
export type VoiceSampleQuery = Static<typeof VoiceSampleQuery>;

export const VoiceSample = Resource(
  'VoiceSample',
  {
    provider,
    voice,
    text: Type.String({ description: 'What is said.' }),
    mimeType: Type.String({ description: 'What kind of sound it is.', examples: ['audio/wav'] }),
    audio: Type.String({ description: 'The sound, in Base64.' }),
    notice: Type.String({ description: 'Why it is a voice of this service and not of the provider.' }),
  },
  'A sentence in the voice that a conversation would have now.',
);
export type VoiceSample = Static<typeof VoiceSample>;
