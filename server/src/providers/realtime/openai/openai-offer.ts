import type { ProviderModel, ProviderOffer } from '../provider.ts';

/**
 * Sources: platform.openai.com/docs/models and /docs/deprecations, and the dates in `openai/resources/realtime`, with
 * which `tests/wire` compares this table.
 */
export const OPENAI: ProviderOffer = {
  id: 'openai',
  name: 'OpenAI',
  keySetting: 'OPENAI_API_KEY',
  models: [
    { name: 'gpt-4o-realtime-preview', retiresAt: '2026-05-07', successor: 'gpt-realtime-2.1' },
    { name: 'gpt-realtime', retiresAt: '2027-01-20', successor: 'gpt-realtime-2.1' },
    { name: 'gpt-realtime-2.1' },
    { name: 'gpt-realtime-2.1-mini' },
  ],
  foreignModels: /^gemini/i,
  defaultModel: 'gpt-realtime-2.1',
  voices: ['alloy', 'marin', 'cedar', 'ash', 'ballad', 'coral', 'echo', 'sage', 'shimmer', 'verse'],
  defaultVoice: 'marin',
};

/** The models that transcribe the user's speech, in addition to the model that answers it. */
export const OPENAI_TRANSCRIPTION: { id: string; models: readonly ProviderModel[]; defaultModel: string } = {
  id: 'openai',
  models: [
    { name: 'gpt-4o-mini-transcribe', retiresAt: '2027-02-26', successor: 'gpt-transcribe' },
    { name: 'gpt-4o-transcribe', retiresAt: '2027-02-26', successor: 'gpt-transcribe' },
    { name: 'whisper-1', retiresAt: '2027-02-26', successor: 'gpt-transcribe' },
    { name: 'gpt-transcribe' },
  ],
  defaultModel: 'gpt-4o-mini-transcribe',
};
