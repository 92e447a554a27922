/** Internal imports for comparisons with the vendors' published types: the messages that the engines read and name. */
export { readElevenLabsEvent } from '@visavis/server/dist/providers/realtime/elevenlabs/elevenlabs-messages.js';
export { readGeminiMessage } from '@visavis/server/dist/providers/realtime/gemini/gemini-messages.js';
export { readOpenAiEvent } from '@visavis/server/dist/providers/realtime/openai/openai-messages.js';
export { OPENAI, OPENAI_TRANSCRIPTION } from '@visavis/server/dist/providers/realtime/openai/openai-offer.js';
