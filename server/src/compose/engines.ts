import type { EngineName } from '@visavis/contracts';
import type { Config } from '../config.ts';
import { createBuiltinEngine } from '../engines/builtin/builtin-engine.ts';
import type { EngineFactory } from '../engines/engine.ts';
import { createPipelineEngine } from '../engines/pipeline/pipeline-engine.ts';
import { createSearxSearch } from '../engines/tools/searx-search.ts';
import { systemClock as clock } from '../lib/clock.ts';
import type { ChatEndpoint } from '../providers/llm/chat-client.ts';
import { PROVIDERS } from '../providers/realtime/providers.ts';
import type { SpeechService } from '../providers/tts/speech-service.ts';
import { splitClauses } from '../voices/clauses.ts';
import type { Voice } from '../voices/voice.ts';
import type { HostedLanguageModel } from './language-model.ts';

type EngineSettings = Pick<Config, 'providers' | 'pipeline' | 'patience' | 'webSearch'>;
type Engines = Partial<Record<EngineName, EngineFactory>>;

/** The engines that the settings turn on, for one conversation each; the offline one is always among them. */
export async function composeEngines(
  { providers, pipeline, patience, webSearch: searx }: EngineSettings,
  voice: Voice,
  speech: readonly SpeechService[],
  languageModel: Pick<HostedLanguageModel, 'endpoint'>,
): Promise<() => Engines> {
  const { llm, llmFallback: fallbackLlm } = pipeline;
  const webSearch = searx && createSearxSearch(searx);
  const vendors: Engines = {};
  for (const provider of PROVIDERS) {
    const settings = providers[provider.id];
    if (settings) vendors[provider.id] = (await provider.load())(settings, { clock, webSearch });
  }
  const pipelineOf = (model: NonNullable<typeof llm>) =>
    createPipelineEngine({
      llm: model,
      fallbackLlm,
      patience: patience.llm,
      userPatience: patience.user,
      speech,
      voice,
      splitClauses,
      clock,
      webSearch,
    });
  const elsewhere = llm && pipelineOf(llm);
  let here: { endpoint: ChatEndpoint; engine: EngineFactory } | undefined;
  function pipelineHere(): EngineFactory | undefined {
    const { endpoint } = languageModel;
    if (endpoint !== here?.endpoint) here = endpoint && { endpoint, engine: pipelineOf(endpoint) };
    return here?.engine;
  }
  return () => {
    const builtin = createBuiltinEngine({ voice, splitClauses });
    // The model may have been removed since the service chose it, or be on the machine of another worker.
    return { ...vendors, pipeline: elsewhere ?? pipelineHere() ?? builtin, builtin };
  };
}
