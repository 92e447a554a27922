/** What tests of engines, and simulated vendors, take from inside: the engines and their contract. */
export { cutAtPunctuation, ScriptedVoice } from '@visavis/server/dist/engines/builtin/scripted-voice.js';
export { createElevenLabsEngine } from '@visavis/server/dist/engines/elevenlabs/elevenlabs-engine.js';
export type { Engine, EngineEvent, EngineFactory, EngineTool } from '@visavis/server/dist/engines/engine.js';
export { createGeminiEngine, type GeminiOptions } from '@visavis/server/dist/engines/gemini/gemini-engine.js';
export { createOpenAiEngine } from '@visavis/server/dist/engines/openai/openai-engine.js';
export {
  createPipelineEngine,
  type PipelineOptions,
} from '@visavis/server/dist/engines/pipeline/pipeline-engine.js';
export { type Clock, systemClock } from '@visavis/server/dist/lib/clock.js';
export { FakeClock } from '@visavis/server/dist/lib/fake-clock.js';
export { splitClauses } from '@visavis/server/dist/voices/clauses.js';
