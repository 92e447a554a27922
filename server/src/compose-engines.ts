import type { ConversationPlan, EngineName } from '@visavis/contracts';
import type { Config } from './config.ts';
import { createBuiltinEngine } from './engines/builtin/builtin-engine.ts';
import { createElevenLabsEngine } from './engines/elevenlabs/elevenlabs-engine.ts';
import type { EngineFactory } from './engines/engine.ts';
import { createGeminiEngine } from './engines/gemini/gemini-engine.ts';
import { createOpenAiEngine } from './engines/openai/openai-engine.ts';
import { createPipelineEngine } from './engines/pipeline/pipeline-engine.ts';
import { createSearxSearch } from './engines/tools/searx-search.ts';
import { systemClock as clock } from './lib/clock.ts';
import { VoiceActivityDetector } from './lib/voice-activity.ts';
import { splitClauses } from './voices/clauses.ts';
import type { Voice } from './voices/voice.ts';

/** Of the microphone's sound that an engine is given. */
const ENGINE_RATE = 24_000;

type EngineSettings = Pick<Config, 'providers' | 'pipeline' | 'webSearch'>;
type Engines = Partial<Record<EngineName, EngineFactory>>;

/** The engines that the settings turn on, for one conversation each; the offline one is always among them. */
export function composeEngines(
  { providers, pipeline, webSearch: searx }: EngineSettings,
  voice: Voice,
): (plan: ConversationPlan, seed: number) => Engines {
  const { openai, gemini, elevenlabs } = providers;
  const { llm, stt, tts } = pipeline;
  const webSearch = searx && createSearxSearch(searx);
  const shared: Engines = {
    ...(openai && { openai: createOpenAiEngine({ ...openai, clock, webSearch }) }),
    ...(gemini && { gemini: createGeminiEngine({ ...gemini, clock }) }),
    ...(elevenlabs && { elevenlabs: createElevenLabsEngine({ ...elevenlabs, clock, webSearch }) }),
    ...(llm && {
      pipeline: createPipelineEngine({
        llm,
        stt: stt && { ...stt, voiceActivity: () => new VoiceActivityDetector(ENGINE_RATE) },
        tts,
        voice,
        splitClauses,
        clock,
        webSearch,
      }),
    }),
  };
  return (_plan, seed) => ({
    ...shared,
    builtin: createBuiltinEngine({ voice, splitClauses, now: () => clock.wall(), seed }),
  });
}
