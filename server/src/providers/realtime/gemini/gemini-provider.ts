import { modelToSend } from '../model-to-send.ts';
import type { ProviderDescriptor } from '../provider.ts';
import { GEMINI } from './gemini-offer.ts';
import { THINKING_LEVELS } from './gemini-traits.ts';

export const geminiProvider: ProviderDescriptor = {
  ...GEMINI,
  settings: {
    apiKey: GEMINI.keySetting,
    baseUrl: 'GEMINI_BASE_URL',
    model: 'GEMINI_MODEL',
    furtherModels: 'GEMINI_MODELS',
    options: {
      thinkingLevel: {
        name: 'GEMINI_THINKING_LEVEL',
        meaning:
          'the thinking level of models that can think; if absent, low for gemini-3.8-live-extended-thinking',
        values: THINKING_LEVELS,
      },
    },
  },
  home: 'https://generativelanguage.googleapis.com',
  capabilities: {
    vision: true,
    tools: 'declared',
    nonBlockingTools: true,
    webSearch: true,
    remoteAgent: false,
  },
  modelsInUse: ({ model }, now) => [modelToSend(GEMINI, { configured: model }, now).model],
  async listModels(settings, signal) {
    const { listGeminiModels } = await import('./gemini-model-list.ts');
    return listGeminiModels(settings, signal);
  },
  async load() {
    const { createGeminiEngine } = await import('./gemini-engine.ts');
    // The web search is Google's own: an operator's is not offered beside it.
    return ({ options, ...settings }, { clock, openingMs }) =>
      createGeminiEngine({ ...settings, ...options, clock, openingMs });
  },
};
