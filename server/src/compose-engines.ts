import type { ConversationPlan, EngineName } from '@visavis/contracts';
import type { Config } from './config.ts';
import { createBuiltinEngine } from './engines/builtin/builtin-engine.ts';
import type { EngineFactory } from './engines/engine.ts';
import { withSpeechRecognition } from './engines/listening/listening-engine.ts';
import { createPipelineEngine } from './engines/pipeline/pipeline-engine.ts';
import { PROVIDERS } from './engines/providers.ts';
import { createSearxSearch } from './engines/tools/searx-search.ts';
import { systemClock as clock } from './lib/clock.ts';
import { MICROPHONE_RATE } from './lib/sample-rates.ts';
import { VoiceActivityDetector } from './lib/voice-activity.ts';
import type { SpeechDetector, SpeechRecognizer } from './speech-recognition/recognizer.ts';
import { splitClauses } from './voices/clauses.ts';
import type { Voice } from './voices/voice.ts';

type EngineSettings = Pick<Config, 'providers' | 'pipeline' | 'webSearch'>;
type Engines = Partial<Record<EngineName, EngineFactory>>;

/**
 * The engines that the settings turn on, for one conversation each; the offline one is always among them. Those that take text
 * only get speech recognition on this machine, where `speechModels` has any when the conversation begins.
 */
export async function composeEngines(
  { providers, pipeline, webSearch: searx }: EngineSettings,
  voice: Voice,
  speechModels: () => { recognizer?: SpeechRecognizer | undefined; detector?: SpeechDetector | undefined },
): Promise<(plan: ConversationPlan, seed: number) => Engines> {
  const { llm, stt, tts } = pipeline;
  const webSearch = searx && createSearxSearch(searx);
  const hear = (engine: EngineFactory) => {
    const { recognizer, detector } = speechModels();
    return recognizer && detector ? withSpeechRecognition(engine, { recognizer, detector, clock }) : engine;
  };
  const vendors: Engines = {};
  for (const provider of PROVIDERS) {
    const settings = providers[provider.id];
    if (settings) vendors[provider.id] = (await provider.load())(settings, { clock, webSearch });
  }
  const pipelineOf = (model: NonNullable<typeof llm>) =>
    createPipelineEngine({
      llm: model,
      stt: stt && { ...stt, voiceActivity: () => new VoiceActivityDetector(MICROPHONE_RATE) },
      tts,
      voice,
      splitClauses,
      clock,
      webSearch,
    });
  const pipelined = llm && pipelineOf(llm);
  return (_plan, seed) => ({
    ...vendors,
    ...(pipelined && { pipeline: stt ? pipelined : hear(pipelined) }),
    builtin: hear(createBuiltinEngine({ voice, splitClauses, now: () => clock.wall(), seed })),
  });
}
