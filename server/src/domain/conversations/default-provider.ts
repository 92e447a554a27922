import type { EngineName, Provider } from '@visavis/contracts';
import type { EngineChoice } from './live-ports.ts';

/**
 * Returns the provider if nobody has chosen one: Gemini if it is configured; otherwise the first configured provider
 * that needs no agent of its own.
 */
export function defaultProvider(engines: EngineChoice): Provider {
  const canAnswer = (provider: Provider) => {
    const engine = engines.engineFor(provider);
    return engine !== undefined && !engines.traitsOf(engine).hasRemoteAgent;
  };
  const other = canAnswer('gemini') ? undefined : engines.offers.find(({ provider }) => canAnswer(provider));
  return other?.provider ?? 'gemini';
}

/** Returns the engine that may replace a provider whose key is not configured; `undefined` if there is none. */
export const chooseFallbackEngine = (engines: EngineChoice): EngineName | undefined =>
  engines.languageModelMayReplace() ? 'pipeline' : engines.builtinMayReplace ? 'builtin' : undefined;
