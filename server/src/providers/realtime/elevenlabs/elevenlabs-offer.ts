import type { ProviderOffer } from '../provider.ts';

/** The agent that lives at ElevenLabs has a model and a voice of its own. */
export const ELEVENLABS: ProviderOffer = {
  id: 'elevenlabs',
  name: 'ElevenLabs',
  keySetting: 'ELEVENLABS_API_KEY',
  models: [],
  voices: [],
};
