/** By the id that the API gives them, in the order of the form's list. */
export const PROVIDERS = {
  gemini: 'Google Gemini Live',
  openai: 'OpenAI Realtime',
  elevenlabs: 'ElevenLabs Conversational AI',
};
