import type { EngineName, Provider } from '@visavis/contracts';
import type { EngineChoice } from '../../domain/conversations/live-ports.ts';

/** What of the configuration decides who speaks. */
export interface EngineSettings {
  production: boolean;
  providers: Partial<Record<Provider, unknown>>;
  pipeline: { llm?: unknown };
  webSearch: unknown;
}

/** The provider's own engine where it is configured, the operator's pipeline otherwise; then the offline one. */
export function createEngineChoice(settings: EngineSettings): EngineChoice {
  const { production, providers, pipeline, webSearch } = settings;
  return {
    engineFor(provider): EngineName | undefined {
      if (providers[provider]) return provider;
      return pipeline.llm ? 'pipeline' : undefined;
    },
    missingSetting: (provider) => `${provider.toUpperCase()}_API_KEY`,
    searchesWeb: (engine) => engine === 'gemini' || (engine !== 'builtin' && webSearch !== undefined),
    builtinMayReplace: !production,
  };
}
