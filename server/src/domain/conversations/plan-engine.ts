import type { EngineName, EnginePlan, Provider } from '@visavis/contracts';
import { unprocessable } from '../errors.ts';
import { requireOffered } from '../personas/provider-offer.ts';
import { renderTemplate } from '../personas/template.ts';
import type { EngineChoice } from './live-ports.ts';
import type { Speech } from './resolve-persona.ts';

export interface PlannedEngine {
  plan: EnginePlan;
  /** What the caller should know: another engine answers. */
  warnings: string[];
  /** Whether its model can call tools. */
  callsTools: boolean;
}

/**
 * What will speak, with its texts filled in.
 * @throws DomainError `unprocessable` for a variable without a value, for a voice or model that the provider does not
 * have, and where the provider is not configured
 */
export function planEngine(
  speech: Speech,
  personaName: string,
  promptCtx: string | null,
  variables: { values: Record<string, unknown>; path: string },
  /** Where the request says who speaks, for a field of the agent. */
  fieldOf: (name: 'provider' | 'voice' | 'model' | 'remoteId') => string,
  engines: EngineChoice,
): PlannedEngine {
  const render = (text: string, what: string) =>
    renderTemplate(text, variables.values, { template: what, variables: variables.path });
  const warnings: string[] = [];
  requireOffered('voice', speech.provider, speech.voice, fieldOf('voice'));
  const furtherModels = engines.furtherModels(speech.provider);
  requireOffered('model', speech.provider, speech.model, fieldOf('model'), furtherModels);
  const name = chooseEngine(speech.provider, fieldOf('provider'), engines, warnings);
  warnOfSearch(speech, name, engines, warnings);
  if (name === 'elevenlabs' && !speech.remoteId) {
    throw unprocessable(
      fieldOf('remoteId'),
      'An agent with the provider elevenlabs needs a remoteId: it names the agent there.',
    );
  }
  const instructions = speech.instructions ?? `You are ${personaName}, a friendly conversation partner.`;
  const plan: EnginePlan = {
    name,
    instructions: withContext(render(instructions, 'instructions'), promptCtx),
    search: speech.search,
    emotions: speech.emotions,
    memory: speech.memory,
  };
  if (speech.greeting) plan.greeting = render(speech.greeting, 'greeting');
  if (speech.model) plan.model = speech.model;
  if (speech.voice) plan.voice = speech.voice;
  if (speech.voiceInstructions) plan.voiceInstructions = speech.voiceInstructions;
  if (speech.remoteId) plan.remoteId = speech.remoteId;
  if (name === 'elevenlabs') {
    plan.remote = {
      keepsInstructions: !speech.instructions,
      ...(promptCtx && { context: promptCtx }),
      variables: plainValues(variables.values),
    };
  }
  return { plan, warnings, callsTools: name !== 'builtin' };
}

/** A provider takes texts, numbers and truth values for its agents' variables. */
function plainValues(values: Record<string, unknown>): Record<string, string | number | boolean> {
  const plain: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      plain[name] = value;
  }
  return plain;
}

function chooseEngine(
  provider: Provider,
  path: string,
  engines: EngineChoice,
  warnings: string[],
): EngineName {
  const configured = engines.engineFor(provider);
  if (configured) return configured;
  const setting = engines.missingSetting(provider);
  if (!engines.builtinMayReplace) {
    throw unprocessable(path, `The provider ${provider} is not configured: ${setting} is not set.`);
  }
  warnings.push(`${setting} is not set, so the built-in offline engine answers in place of ${provider}.`);
  return 'builtin';
}

function warnOfSearch(speech: Speech, name: EngineName, engines: EngineChoice, warnings: string[]): void {
  if (!speech.search || engines.searchesWeb(name)) return;
  warnings.push(
    name === 'builtin'
      ? 'The built-in offline engine cannot search the web.'
      : 'SEARCH_BASE_URL is not set, so the agent cannot search the web.',
  );
}

function withContext(instructions: string, promptCtx: string | null): string {
  return promptCtx ? `${instructions}\n\n# Additional context\n\n${promptCtx}` : instructions;
}
