import type { EnginePlan } from '@visavis/contracts';

const DEFAULT_MODELS = {
  openai: 'gpt-realtime',
  gemini: 'gemini-2.5-flash-native-audio-preview-09-2025',
} as const;

const DEFAULT_VOICES = { openai: 'marin', gemini: 'Puck' } as const;

/** Names are passed through: plans hold voices of their provider only, and vendors add voices. */
export function voiceFor(provider: 'openai' | 'gemini', plan: EnginePlan): string {
  return plan.voice ?? DEFAULT_VOICES[provider];
}

/** Throws when the model is plainly another provider's; otherwise names are passed through. */
export function modelFor(provider: 'openai' | 'gemini', plan: EnginePlan): string {
  const model = plan.model?.replace(/^models\//, '');
  if (!model) return DEFAULT_MODELS[provider];
  if (provider === 'openai' ? /^gemini/i.test(model) : /^(?:gpt|o\d)/i.test(model)) {
    throw new Error(`the model ${model} is not one of the provider ${provider}`);
  }
  return model;
}
