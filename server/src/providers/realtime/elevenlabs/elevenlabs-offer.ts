import type { ProviderOffer } from '../provider.ts';

/** The agent at ElevenLabs has its own model and voice. */
export const ELEVENLABS: ProviderOffer = {
  id: 'elevenlabs',
  name: 'ElevenLabs',
  keySetting: 'ELEVENLABS_API_KEY',
  models: [],
  voices: [],
};
