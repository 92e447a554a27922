import type { EnginePlan } from '@visavis/contracts';

/** Voices of the specification, which are Gemini's, with how they sound. */
const GEMINI_VOICES = {
  Puck: 'man',
  Charon: 'man',
  Kore: 'woman',
  Fenrir: 'man',
  Aoede: 'woman',
  Leda: 'woman',
  Orus: 'man',
  Zephyr: 'woman',
  Sulafat: 'woman',
  Sadachbia: 'man',
  Sadaltager: 'man',
  Vindemiatrix: 'woman',
  Zubenelgenubi: 'man',
  Achird: 'man',
  Pulcherrima: 'woman',
  Gacrux: 'woman',
  Schedar: 'man',
  Alnilam: 'man',
  Achernar: 'woman',
  Laomedeia: 'woman',
  Rasalgethi: 'man',
  Algenib: 'man',
  Erinome: 'woman',
  Despina: 'woman',
  Algieba: 'man',
  Umbriel: 'man',
  Iapetus: 'man',
  Enceladus: 'man',
  Autonoe: 'woman',
  Callirrhoe: 'woman',
} as const;

const OPENAI_VOICES = {
  alloy: 'woman',
  marin: 'woman',
  cedar: 'man',
  ash: 'man',
  ballad: 'man',
  coral: 'woman',
  echo: 'man',
  sage: 'woman',
  shimmer: 'woman',
  verse: 'man',
} as const;

type Sex = 'man' | 'woman';

const DEFAULT_MODELS = {
  openai: 'gpt-realtime',
  gemini: 'gemini-2.5-flash-native-audio-preview-09-2025',
} as const;

/**
 * The voice to ask the provider for. Agents may name any voice of the specification whatever their provider;
 * a voice of the other provider becomes one of the same sex, always the same one. A name that neither knows is
 * passed through: vendors add voices.
 */
export function voiceFor(provider: 'openai' | 'gemini', voice: string | undefined): string {
  const own: Record<string, Sex> = provider === 'openai' ? OPENAI_VOICES : GEMINI_VOICES;
  const other: Record<string, Sex> = provider === 'openai' ? GEMINI_VOICES : OPENAI_VOICES;
  const fallback = provider === 'openai' ? 'marin' : 'Puck';
  if (!voice) return fallback;
  if (Object.hasOwn(own, voice) || !Object.hasOwn(other, voice)) return voice;
  const sex = other[voice];
  const alike = Object.keys(own).filter((name) => own[name] === sex);
  const rank = Object.keys(other)
    .filter((name) => other[name] === sex)
    .indexOf(voice);
  return alike[rank % alike.length] ?? fallback;
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
