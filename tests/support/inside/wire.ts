/** What the engines read and name, to be compared with the vendors' published types. */
export { readElevenLabsEvent } from '@visavis/server/dist/engines/elevenlabs/elevenlabs-messages.js';
export { readGeminiMessage } from '@visavis/server/dist/engines/gemini/gemini-messages.js';
export { readOpenAiEvent } from '@visavis/server/dist/engines/openai/openai-messages.js';
export { OPENAI, OPENAI_TRANSCRIPTION } from '@visavis/server/dist/engines/openai/openai-offer.js';
