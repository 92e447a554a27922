import type { EngineName, Provider } from '@visavis/contracts';
import type { EngineChoice } from './live-ports.ts';

/**
 * Returns the provider where nobody has chosen one: Gemini, or, where Gemini is not configured, the first
 * other configured provider that needs no agent of its own there.
 */
export function defaultProvider(engines: EngineChoice): Provider {
  const answers = (provider: Provider) => {
    const engine = engines.engineFor(provider);
    return engine !== undefined && !engines.traitsOf(engine).hasRemoteAgent;
  };
  const other = answers('gemini') ? undefined : engines.offers.find(({ provider }) => answers(provider));
  return other?.provider ?? 'gemini';
}

/** Returns the engine that may answer where the key of a provider is not configured; `undefined` where none may. */
export const standIn = (engines: EngineChoice): EngineName | undefined =>
  engines.languageModelMayReplace() ? 'pipeline' : engines.builtinMayReplace ? 'builtin' : undefined;
