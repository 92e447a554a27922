import { modelToSend } from '../model-to-send.ts';
import type { ProviderDescriptor } from '../provider.ts';
import { OPENAI, OPENAI_TRANSCRIPTION } from './openai-offer.ts';

export const openAiProvider: ProviderDescriptor = {
  ...OPENAI,
  settings: {
    apiKey: OPENAI.keySetting,
    baseUrl: 'OPENAI_BASE_URL',
    model: 'OPENAI_MODEL',
    furtherModels: 'OPENAI_MODELS',
    options: {
      transcriptionModel: {
        name: 'OPENAI_TRANSCRIPTION_MODEL',
        meaning: `the model that transcribes the user's speech; if absent, ${OPENAI_TRANSCRIPTION.defaultModel}`,
      },
      transcriptionLanguage: {
        name: 'OPENAI_TRANSCRIPTION_LANGUAGE',
        meaning: 'the language that users speak, such as en; if absent, it is detected',
      },
      turnDetection: {
        name: 'OPENAI_TURN_DETECTION',
        meaning:
          'semantic_vad (waits for the end of a thought) or server_vad (waits for silence); if absent, semantic_vad',
        values: ['semantic_vad', 'server_vad'],
      },
      noiseReduction: {
        name: 'OPENAI_NOISE_REDUCTION',
        meaning: 'near_field (headsets), far_field (rooms) or off; if absent, near_field',
        values: ['near_field', 'far_field', 'off'],
      },
    },
  },
  home: 'https://api.openai.com/v1',
  capabilities: {
    vision: true,
    tools: 'declared',
    nonBlockingTools: false,
    webSearch: false,
    remoteAgent: false,
  },
  modelsInUse: ({ model, options }, now) => [
    modelToSend(OPENAI, { configured: model }, now).model,
    modelToSend(OPENAI_TRANSCRIPTION, { configured: options?.transcriptionModel }, now).model,
  ],
  async listModels(settings, signal) {
    const { listOpenAiModels } = await import('./openai-model-list.ts');
    return listOpenAiModels(settings, signal);
  },
  async load() {
    const { createOpenAiEngine } = await import('./openai-engine.ts');
    return ({ options, ...settings }, needs) => createOpenAiEngine({ ...settings, ...options, ...needs });
  },
};
