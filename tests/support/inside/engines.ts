/** Internal imports for tests of engines and for simulated vendors: the engines and their contract. */
export { composeEngines } from '@visavis/server/dist/compose/engines.js';
export {
  cutAtPunctuation,
  ScriptedVoice,
} from '@visavis/server/dist/engines/builtin/testing/scripted-voice.js';
export type { Engine, EngineEvent, EngineFactory, EngineTool } from '@visavis/server/dist/engines/engine.js';
export {
  createPipelineEngine,
  type PipelineOptions,
} from '@visavis/server/dist/engines/pipeline/pipeline-engine.js';
export { type Clock, systemClock } from '@visavis/server/dist/lib/clock.js';
export { FakeClock } from '@visavis/server/dist/lib/testing/fake-clock.js';
export { createElevenLabsEngine } from '@visavis/server/dist/providers/realtime/elevenlabs/elevenlabs-engine.js';
export {
  createGeminiEngine,
  type GeminiOptions,
} from '@visavis/server/dist/providers/realtime/gemini/gemini-engine.js';
export { createOpenAiEngine } from '@visavis/server/dist/providers/realtime/openai/openai-engine.js';
export { createDeepgramRecognizer } from '@visavis/server/dist/providers/stt/deepgram/deepgram-recognizer.js';
export { createTranscriber } from '@visavis/server/dist/providers/stt/openai/transcriber.js';
export { createCartesiaSynthesizer } from '@visavis/server/dist/providers/tts/cartesia/cartesia-synthesizer.js';
export { createSpeechServer } from '@visavis/server/dist/providers/tts/openai/speech-server.js';
export { createOwnSpeech } from '@visavis/server/dist/providers/tts/speech-apis.js';
export { SpeechService } from '@visavis/server/dist/providers/tts/speech-service.js';
export type { SpeechSynthesizer, SpokenPiece } from '@visavis/server/dist/providers/tts/synthesizer.js';
export { splitClauses } from '@visavis/server/dist/voices/clauses.js';
