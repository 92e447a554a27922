import type { EngineName, Provider } from '@visavis/contracts';
import type { EngineChoice } from '../../domain/conversations/live-ports.ts';

/** What of the configuration decides who speaks. */
export interface EngineSettings {
  production: boolean;
  providers: Partial<Record<Provider, unknown>>;
  pipeline: { llm?: unknown };
}

/** The provider's own engine where it is configured, the operator's pipeline otherwise; then the offline one. */
export function createEngineChoice({ production, providers, pipeline }: EngineSettings): EngineChoice {
  return {
    engineFor(provider): EngineName | undefined {
      if (providers[provider]) return provider;
      return pipeline.llm ? 'pipeline' : undefined;
    },
    missingSetting: (provider) => `${provider.toUpperCase()}_API_KEY`,
    builtinMayReplace: !production,
  };
}
