import type { ProviderDescriptor } from '../provider.ts';
import { ELEVENLABS } from './elevenlabs-offer.ts';

export const elevenLabsProvider: ProviderDescriptor = {
  ...ELEVENLABS,
  settings: { apiKey: ELEVENLABS.keySetting, baseUrl: 'ELEVENLABS_BASE_URL' },
  home: 'https://api.elevenlabs.io',
  capabilities: {
    vision: false,
    tools: 'set_up_at_vendor',
    nonBlockingTools: false,
    webSearch: false,
    remoteAgent: true,
  },
  async load() {
    const { createElevenLabsEngine } = await import('./elevenlabs-engine.ts');
    return ({ apiKey, baseUrl }, { clock, webSearch }) =>
      createElevenLabsEngine({ apiKey, baseUrl, clock, webSearch });
  },
};
