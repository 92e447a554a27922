import { type EngineName, MODELS, PROVIDERS, type Provider } from '@visavis/contracts';
import type { EngineChoice, EngineTraits } from '../domain/conversations/live-ports.ts';
import type { ProviderDescriptor } from '../providers/realtime/provider.ts';

/** The part of the configuration that decides which engine speaks. */
export interface EngineSettings {
  production: boolean;
  providers: Readonly<Record<string, { apiKey?: string | undefined }>>;
  furtherModels: Readonly<Record<string, readonly string[]>>;
  pipeline: { llm?: unknown };
  webSearch?: unknown;
}

/** Whether requests may name a model. Of the contract's providers, only contract models; successors are internal. */
function mayBeNamed(provider: string, model: string): boolean {
  return !PROVIDERS.some((known) => known === provider) || MODELS.some((known) => known === model);
}

/** The engines that belong to no provider. */
const OWN_ENGINES: Partial<Record<EngineName, EngineTraits>> = {
  builtin: { title: 'The built-in offline engine', tools: 'none', hasRemoteAgent: false },
  pipeline: { title: 'The pipeline', tools: 'declared', hasRemoteAgent: false },
};

/** Chooses the provider's own engine if configured, otherwise the operator's pipeline, then the offline engine. */
export function createEngineChoice(
  descriptors: readonly ProviderDescriptor[],
  settings: EngineSettings,
  languageModelMayReplace: () => boolean = () => false,
): EngineChoice {
  const { production, providers, furtherModels, pipeline, webSearch } = settings;
  const describe = (id: string) => descriptors.find((descriptor) => descriptor.id === id);
  return {
    offers: descriptors.map(({ id, name, voices, models }) => ({
      provider: id as Provider,
      title: name,
      voices,
      models: models.map((model) => model.name).filter((model) => mayBeNamed(id, model)),
    })),
    traitsOf(engine): EngineTraits {
      const descriptor = describe(engine);
      if (!descriptor) return OWN_ENGINES[engine]!;
      const { tools, remoteAgent } = descriptor.capabilities;
      return { title: descriptor.name, tools, hasRemoteAgent: remoteAgent };
    },
    engineFor(provider): EngineName | undefined {
      if (providers[provider]) return provider;
      return pipeline.llm ? 'pipeline' : undefined;
    },
    hasKey: (provider) => Boolean(providers[provider]?.apiKey),
    furtherModels: (provider) => furtherModels[provider] ?? [],
    missingSetting: (provider) => describe(provider)!.settings.apiKey,
    searchesWeb: (engine) =>
      describe(engine)?.capabilities.webSearch || (engine !== 'builtin' && webSearch !== undefined),
    languageModelMayReplace,
    builtinMayReplace: !production,
  };
}
