import type { EngineFactory } from '../inside/engines.ts';
import {
  createElevenLabsEngine,
  createGeminiEngine,
  createOpenAiEngine,
  createPipelineEngine,
  splitClauses,
} from '../inside/engines.ts';
import type { LocalProviders, ProviderEngine } from './local-providers.ts';
import { patientClock as clock } from './patient-clock.ts';
import { LoudnessDetector } from './speech-sound.ts';

/** The product's engine, led to the local server. */
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
        stt: { baseUrl, apiKey, model: 'stt', voiceActivity: loudSpeech },
        tts: { baseUrl, apiKey, model: 'tts' },
        splitClauses,
        clock,
      });
  }
}

/** Loudness is enough here: the real detector has its own tests. */
export function loudSpeech() {
  const detector = new LoudnessDetector();
  return {
    push(pcm: Int16Array) {
      const change = detector.push(pcm, 24_000);
      if (!change) return [];
      const kind = change === 'started' ? ('speech_started' as const) : ('speech_ended' as const);
      return [{ kind, atMs: detector.receivedMs - (change === 'started' ? 20 : 300) }];
    },
  };
}
