import type { ProviderDescriptor } from '../provider.ts';
import { OPENAI } from './openai-offer.ts';

export const openAiProvider: ProviderDescriptor = {
  ...OPENAI,
  settings: {
    apiKey: OPENAI.keySetting,
    baseUrl: 'OPENAI_BASE_URL',
    model: 'OPENAI_MODEL',
    options: {
      transcriptionModel: {
        name: 'OPENAI_TRANSCRIPTION_MODEL',
        meaning: 'the model that writes down what the user says; gpt-4o-mini-transcribe where absent',
      },
    },
  },
  home: 'https://api.openai.com/v1',
  capabilities: {
    vision: false,
    tools: 'declared',
    nonBlockingTools: false,
    webSearch: false,
    remoteAgent: false,
  },
  async load() {
    const { createOpenAiEngine } = await import('./openai-engine.ts');
    return ({ options, ...settings }, { clock, webSearch }) =>
      createOpenAiEngine({ ...settings, ...options, clock, webSearch });
  },
};
