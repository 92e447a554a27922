import type { ModelServer } from '@visavis/client';

type Api = NonNullable<ModelServer['api']>;

/** Vendors of speech: the usual values of a server there, and the page of an account's own voices. */
export const SPEECH_VENDORS: {
  [A in Exclude<Api, 'openai'>]: { name: string; url: string; model: string; account: string };
} = {
  cartesia: {
    name: 'Cartesia',
    url: 'https://api.cartesia.ai',
    model: 'sonic-3.5',
    account: 'https://play.cartesia.ai',
  },
  elevenlabs: {
    name: 'ElevenLabs',
    url: 'https://api.elevenlabs.io',
    model: 'eleven_flash_v2_5',
    account: 'https://elevenlabs.io/app',
  },
};

/** Returns the vendor of an API; `undefined` for OpenAI's, which many servers have. */
export const speechVendor = (api: unknown) => SPEECH_VENDORS[api as keyof typeof SPEECH_VENDORS];
