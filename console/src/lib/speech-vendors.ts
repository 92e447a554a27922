/** Vendors of speech, by the API of a model server: its usual values, and the page of an account's own voices. */
const SPEECH_VENDORS = {
  cartesia: {
    name: 'Cartesia',
    account: 'https://play.cartesia.ai',
    server: { url: 'https://api.cartesia.ai', model: 'sonic-3.5' },
  },
  elevenlabs: {
    name: 'ElevenLabs',
    account: 'https://elevenlabs.io/app',
    server: { url: 'https://api.elevenlabs.io', model: 'eleven_flash_v2_5' },
  },
};

/** Returns the vendor of an API; `undefined` for OpenAI's, which many servers have. */
export const speechVendor = (api: unknown) =>
  Object.entries(SPEECH_VENDORS).find(([name]) => name === api)?.[1];
