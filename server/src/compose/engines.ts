import type { ConversationPlan, EngineName, EnginePlan } from '@visavis/contracts';
import type { Config } from '../config.ts';
import { createBuiltinEngine } from '../engines/builtin/builtin-engine.ts';
import type { EngineFactory, Engines } from '../engines/engine.ts';
import { createPipelineEngine, type PipelineOptions } from '../engines/pipeline/pipeline-engine.ts';
import { createSearxSearch } from '../engines/tools/searx-search.ts';
import { Breaker } from '../lib/breaker.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import type { ChatEndpoint } from '../providers/llm/chat-client.ts';
import { KEY_PLACE, type ProviderSettings } from '../providers/realtime/provider.ts';
import { PROVIDERS } from '../providers/realtime/providers.ts';
import { createOwnSpeech } from '../providers/tts/speech-apis.ts';
import { SpeechService } from '../providers/tts/speech-service.ts';
import { splitClauses } from '../voices/clauses.ts';
import type { Voice } from '../voices/voice.ts';
import type { HostedLanguageModel } from './language-model.ts';
import { OrganizationBreakers } from './organization-breakers.ts';

/** The parts of a conversation's plan that choose its engines. */
type PlannedEngine = Pick<ConversationPlan, 'organizationId'> & { engine?: Partial<EnginePlan> };

/**
 * Creates the engines for one conversation: those that the settings enable, the one for which the plan has a key, and
 * always the offline one.
 */
export async function composeEngines(
  { providers, providersWithoutKey, pipeline, patience, asksAhead: requestsAhead, webSearch: searx }: Config,
  voice: Voice,
  speech: readonly SpeechService[],
  languageModel: Pick<HostedLanguageModel, 'endpoint'>,
  clock: Clock = systemClock,
): Promise<(plan: PlannedEngine) => Engines> {
  const { llm, llmFallback } = pipeline;
  const fallbackLlm = llmFallback && { ...llmFallback, settings: 'LLM_FALLBACK' };
  const webSearch = searx && createSearxSearch(searx);
  const { giveUpMs } = patience.user;
  const vendorOptions = { clock, webSearch, openingMs: giveUpMs };
  // The user waits for the vendor and the fallback together.
  const openingMs = fallbackLlm ? giveUpMs / 2 : giveUpMs;
  const vendors: Engines = {};
  const makers = new Map<EngineName, (settings: ProviderSettings) => EngineFactory>();
  for (const provider of PROVIDERS) {
    const make = await provider.load();
    const settings = providers[provider.id];
    makers.set(provider.id, (withKey) => make(withKey, vendorOptions));
    if (settings) vendors[provider.id] = make(settings, { ...vendorOptions, openingMs });
  }
  /** Uses the same address and settings as with the operator's key. */
  function vendorWithKey(name: EngineName, apiKey: string): Engines {
    const settings = providersWithoutKey[name];
    const make = makers.get(name);
    return make && settings ? { [name]: make({ ...settings, apiKey, keyPlace: KEY_PLACE }) } : {};
  }
  const organizationBreakers = new OrganizationBreakers(clock);
  /** The breakers of the operator's models, which all pipelines share. */
  const breakers = new WeakMap<ChatEndpoint, Breaker>();
  function breakerOf(model: ChatEndpoint): Breaker {
    const breaker = breakers.get(model) ?? new Breaker(clock);
    breakers.set(model, breaker);
    return breaker;
  }
  const pipelineOf = (
    model: ChatEndpoint,
    overrides: Partial<Pick<PipelineOptions, 'fallbackLlm' | 'speech' | 'breakerOf'>> = {
      fallbackLlm,
      speech,
    },
  ) =>
    createPipelineEngine({
      llm: model,
      breakerOf,
      ...overrides,
      patience: patience.llm,
      userPatience: patience.user,
      requestsAhead,
      voice,
      splitClauses,
      clock,
      webSearch,
    });
  const configuredPipeline = llm && pipelineOf(llm);
  const fallback = fallbackLlm && pipelineOf(fallbackLlm, { speech });
  let hosted: { endpoint: ChatEndpoint; engine: EngineFactory } | undefined;
  /** Returns the pipeline with the language model of this machine, which the operator may replace at any time. */
  function hostedPipeline(): EngineFactory | undefined {
    const { endpoint } = languageModel;
    if (endpoint !== hosted?.endpoint) hosted = endpoint && { endpoint, engine: pipelineOf(endpoint) };
    return hosted?.engine;
  }
  /** If the organization's server fails: its fallback or the offline voice, not an operator's server. */
  function pipelineOfOrganization(
    { llm: own, tts }: NonNullable<EnginePlan['servers']>,
    organizationId: string,
  ): EngineFactory | undefined {
    const model = own ?? llm ?? languageModel.endpoint;
    if (!model || !(own || tts)) return undefined;
    const voices =
      tts &&
      [tts, ...(tts.fallback ? [tts.fallback] : [])].map(
        (each) =>
          new SpeechService(
            createOwnSpeech(each, clock, patience.tts),
            clock,
            organizationBreakers.of(organizationId, 'tts', each),
          ),
      );
    return pipelineOf(model, {
      speech: voices ?? speech,
      fallbackLlm: own ? own.fallback : fallbackLlm,
      ...(own && { breakerOf: (each: object) => organizationBreakers.of(organizationId, 'llm', each) }),
    });
  }
  return ({ organizationId, engine: { name, apiKey, servers = {} } = {} }) => {
    const builtin = createBuiltinEngine({ voice, splitClauses });
    const vendor = name && apiKey ? vendorWithKey(name, apiKey) : {};
    return {
      // Not for an organization with its own key: it has not chosen the operator's model.
      ...(fallback && !apiKey && { fallback }),
      ...vendors,
      ...vendor,
      // `builtin`: the model may have been removed since the service chose it, or be on another worker's machine.
      pipeline:
        pipelineOfOrganization(servers, organizationId) ?? configuredPipeline ?? hostedPipeline() ?? builtin,
      builtin,
    };
  };
}
