import type { ProviderOffer } from '../provider.ts';

/** Facts: platform.openai.com/docs/models and /docs/deprecations. */
export const OPENAI: ProviderOffer = {
  id: 'openai',
  name: 'OpenAI',
  keySetting: 'OPENAI_API_KEY',
  models: [{ name: 'gpt-4o-realtime-preview' }, { name: 'gpt-realtime' }],
  foreignModels: /^gemini/i,
  defaultModel: 'gpt-realtime',
  voices: ['alloy', 'marin', 'cedar', 'ash', 'ballad', 'coral', 'echo', 'sage', 'shimmer', 'verse'],
  defaultVoice: 'marin',
};
