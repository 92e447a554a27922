import type { EngineName } from '@visavis/contracts';
import type { EngineChoice } from '../../domain/conversations/live-ports.ts';
import type { ProviderDescriptor } from '../../engines/provider.ts';

/** What of the configuration decides who speaks. */
export interface EngineSettings {
  production: boolean;
  providers: Readonly<Record<string, unknown>>;
  furtherModels: Readonly<Record<string, readonly string[]>>;
  pipeline: { llm?: unknown };
  webSearch: unknown;
}

/** The provider's own engine where it is configured, the operator's pipeline otherwise; then the offline one. */
export function createEngineChoice(
  descriptors: readonly ProviderDescriptor[],
  settings: EngineSettings,
): EngineChoice {
  const { production, providers, furtherModels, pipeline, webSearch } = settings;
  const describe = (id: string) => descriptors.find((descriptor) => descriptor.id === id);
  return {
    engineFor(provider): EngineName | undefined {
      if (providers[provider]) return provider;
      return pipeline.llm ? 'pipeline' : undefined;
    },
    furtherModels: (provider) => furtherModels[provider] ?? [],
    missingSetting: (provider) => describe(provider)!.settings.apiKey,
    searchesWeb: (engine) =>
      describe(engine)?.capabilities.webSearch || (engine !== 'builtin' && webSearch !== undefined),
    builtinMayReplace: !production,
  };
}
