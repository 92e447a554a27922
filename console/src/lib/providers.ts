import { texts } from '../texts/texts.ts';
import { nameOf } from './format.ts';

/**
 * Names of providers by their id in the API, in the order of the form's list. Product names are the same in every
 * language.
 */
export const PROVIDERS = {
  gemini: 'Google Gemini Live',
  openai: 'OpenAI Realtime',
  elevenlabs: 'ElevenLabs Conversational AI',
};

const ENGINES = { ...texts.conversation.engines, ...PROVIDERS };

/** Returns the name of the engine that answers. */
export const nameOfEngine = (code: string): string => nameOf(ENGINES, code);
