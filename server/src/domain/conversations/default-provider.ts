import type { EngineName, Provider } from '@visavis/contracts';
import type { EngineChoice } from './live-ports.ts';

/** Where nobody has chosen one: Gemini, or the first other provider that is configured where Gemini is not and that needs no agent of its own there. */
export function defaultProvider(engines: EngineChoice): Provider {
  const answers = (provider: Provider) => {
    const engine = engines.engineFor(provider);
    return engine !== undefined && !engines.traitsOf(engine).hasRemoteAgent;
  };
  const other = answers('gemini') ? undefined : engines.offers.find(({ provider }) => answers(provider));
  return other?.provider ?? 'gemini';
}

/** What may answer where the key of a provider is not configured. */
export const standIn = (engines: EngineChoice): EngineName | undefined =>
  engines.languageModelMayReplace() ? 'pipeline' : engines.builtinMayReplace ? 'builtin' : undefined;
