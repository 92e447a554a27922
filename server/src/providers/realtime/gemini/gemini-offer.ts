import { VOICE_NAMES } from '@visavis/contracts';
import type { ProviderOffer } from '../provider.ts';

/** Sources: ai.google.dev/gemini-api/docs/live and /docs/deprecations. The voices of our API have Gemini's names. */
export const GEMINI: ProviderOffer = {
  id: 'gemini',
  name: 'Gemini',
  keySetting: 'GEMINI_API_KEY',
  models: [
    { name: 'gemini-2.5-flash-native-audio-preview-09-2025', successor: 'gemini-3.8-live' },
    { name: 'gemini-3.8-live' },
    { name: 'gemini-3.8-live-extended-thinking' },
  ],
  foreignModels: /^(?:gpt|o\d)/i,
  defaultModel: 'gemini-3.8-live',
  voices: VOICE_NAMES,
  defaultVoice: 'Puck',
};
