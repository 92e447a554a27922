import type { ProviderDescriptor } from '../provider.ts';
import { ELEVENLABS } from './elevenlabs-offer.ts';

export const elevenLabsProvider: ProviderDescriptor = {
  ...ELEVENLABS,
  settings: {
    apiKey: ELEVENLABS.keySetting,
    baseUrl: 'ELEVENLABS_BASE_URL',
    options: {
      language: {
        name: 'ELEVENLABS_LANGUAGE',
        meaning: "the language that agents speak, such as en; if absent, each agent's own",
      },
      customLlmExtraBody: {
        name: 'ELEVENLABS_CUSTOM_LLM_EXTRA_BODY',
        meaning: 'a JSON object that ElevenLabs adds to each request to the custom LLM of an agent',
        isJsonObject: true,
      },
    },
  },
  home: 'https://api.elevenlabs.io',
  capabilities: {
    vision: false,
    tools: 'set_up_at_vendor',
    nonBlockingTools: false,
    webSearch: false,
    remoteAgent: true,
  },
  async checkKey(settings, signal) {
    const { countElevenLabsAgents } = await import('./elevenlabs-agents.ts');
    const { count, hasMore } = await countElevenLabsAgents(settings, signal);
    return `the key is valid and has access to ${hasMore ? 'more than ' : ''}${count} agent(s)`;
  },
  async load() {
    const { createElevenLabsEngine } = await import('./elevenlabs-engine.ts');
    return ({ options, ...settings }, needs) => createElevenLabsEngine({ ...settings, ...options, ...needs });
  },
};
