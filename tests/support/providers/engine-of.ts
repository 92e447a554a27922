import type { EngineFactory } from '../inside/engines.ts';
import {
  createElevenLabsEngine,
  createGeminiEngine,
  createOpenAiEngine,
  createPipelineEngine,
  createSpeechServer,
  SpeechService,
  splitClauses,
} from '../inside/engines.ts';
import type { LocalProviders, ProviderEngine } from './local-providers.ts';
import { patientClock as clock } from './patient-clock.ts';

/** Returns the product's engine, connected to the local server. */
export function engineOf(name: ProviderEngine, providers: LocalProviders): EngineFactory {
  const { baseUrl, apiKey } = providers[name];
  const options = { baseUrl, apiKey, clock };
  switch (name) {
    case 'openai':
      return createOpenAiEngine(options);
    case 'gemini':
      return createGeminiEngine(options);
    case 'elevenlabs':
      return createElevenLabsEngine({ ...options, customLlmExtraBody: '{"tier":"gold"}' });
    case 'pipeline':
      return createPipelineEngine({
        llm: { baseUrl, apiKey, model: 'llm' },
        speech: [new SpeechService(createSpeechServer({ baseUrl, apiKey, model: 'tts' }, clock), clock)],
        splitClauses,
        clock,
      });
  }
}
