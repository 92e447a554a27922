import type { EngineName, EnginePlan, Provider } from '@visavis/contracts';
import { unprocessable } from '../errors.ts';
import { requireOffered } from '../personas/provider-offer.ts';
import { renderTemplate } from '../personas/template.ts';
import type { EngineChoice } from './live-ports.ts';
import type { Speech } from './resolve-persona.ts';

export interface PlannedEngine {
  plan: EnginePlan;
  /** What the caller should know: another engine answers. */
  warnings: readonly string[];
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
  variables: Record<string, unknown>,
  engines: EngineChoice,
): PlannedEngine {
  const { provider } = speech;
  requireOffered(engines, 'voice', provider, speech.voice, 'speaker.voice');
  requireOffered(engines, 'model', provider, speech.model, 'speaker.model');
  const name = engines.engineFor(provider) ?? replacement(provider, engines);
  const traits = engines.traitsOf(name);
  if (traits.hasRemoteAgent && !speech.remoteId) {
    throw unprocessable(
      'speaker.remoteId',
      `An agent with the provider ${provider} needs a remoteId: it names the agent there.`,
    );
  }
  const instructions = speech.instructions ?? `You are ${personaName}, a friendly conversation partner.`;
  const plan: EnginePlan = {
    name,
    instructions: withContext(renderTemplate(instructions, variables, 'instructions'), promptCtx),
    search: speech.search,
    emotions: speech.emotions,
    memory: speech.memory,
  };
  if (speech.onBackchannel === 'stop') plan.stopsOnBackchannel = true;
  if (speech.language) plan.language = speech.language;
  if (speech.greeting) plan.greeting = renderTemplate(speech.greeting, variables, 'greeting');
  if (speech.model) plan.model = speech.model;
  if (speech.voice) plan.voice = speech.voice;
  if (speech.voiceInstructions) plan.voiceInstructions = speech.voiceInstructions;
  if (speech.remoteId) plan.remoteId = speech.remoteId;
  if (traits.hasRemoteAgent) {
    plan.remote = {
      keepsInstructions: !speech.instructions,
      ...(promptCtx && { context: promptCtx }),
      variables: plainValues(variables),
    };
  }
  return {
    plan,
    warnings: [...warnOfReplacement(provider, name, engines), ...warnOfSearch(speech, name, engines)],
  };
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

/** @throws DomainError `unprocessable` where nothing may stand in for a provider that is not configured */
function replacement(provider: Provider, engines: EngineChoice): EngineName {
  if (engines.builtinMayReplace) return 'builtin';
  const setting = engines.missingSetting(provider);
  throw unprocessable(
    'speaker.provider',
    `The provider ${provider} is not configured: ${setting} is not set.`,
  );
}

function warnOfReplacement(provider: Provider, name: EngineName, engines: EngineChoice): string[] {
  if (name !== 'builtin') return [];
  const setting = engines.missingSetting(provider);
  return [`${setting} is not set, so the built-in offline engine answers in place of ${provider}.`];
}

function warnOfSearch(speech: Speech, name: EngineName, engines: EngineChoice): string[] {
  if (!speech.search || engines.searchesWeb(name)) return [];
  return [
    name === 'builtin'
      ? 'The built-in offline engine cannot search the web.'
      : 'SEARCH_BASE_URL is not set, so the agent cannot search the web.',
  ];
}

function withContext(instructions: string, promptCtx: string | null): string {
  return promptCtx ? `${instructions}\n\n# Additional context\n\n${promptCtx}` : instructions;
}
