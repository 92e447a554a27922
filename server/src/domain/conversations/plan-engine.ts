import type { EngineName, EnginePlan, Provider } from '@visavis/contracts';
import { unprocessable } from '../errors.ts';
import { requireOffered } from '../personas/provider-offer.ts';
import { renderTemplate } from '../personas/template.ts';
import { chooseFallbackEngine, defaultProvider } from './default-provider.ts';
import type { EngineChoice } from './live-ports.ts';
import type { Speech } from './resolve-persona.ts';

type Servers = NonNullable<EnginePlan['servers']>;

export interface PlannedEngine {
  /** The chosen provider, or the one that this service has. */
  provider: Provider;
  plan: EnginePlan;
  /** Sentences for the caller, such as that another engine answers. */
  warnings: readonly string[];
}

/**
 * Returns the plan of the engine that will speak, with its templates filled in.
 * @throws DomainError `unprocessable` for a variable without a value, for a voice or model that the provider does not
 * have, or if the provider is not configured
 */
export function planEngine(
  speechOfPersona: Speech,
  personaName: string,
  promptCtx: string | null,
  variables: Record<string, unknown>,
  engines: EngineChoice,
): PlannedEngine {
  const speech = speechOfPersona.isAnyProvider
    ? withDefaultProvider(speechOfPersona, engines)
    : speechOfPersona;
  const { provider } = speech;
  requireOffered(engines, 'voice', provider, speech.voice, 'speaker.voice');
  requireOffered(engines, 'model', provider, speech.model, 'speaker.model');
  const { servers = {} } = speech;
  const name = servers.llm
    ? 'pipeline'
    : (engines.engineFor(provider) ?? requireFallbackEngine(provider, engines));
  const traits = engines.traitsOf(name);
  if (traits.hasRemoteAgent && !speech.remoteId) {
    throw unprocessable(
      'speaker.remoteId',
      `An agent with the provider ${provider} needs a remoteId, the id of the agent at that provider.`,
    );
  }
  const instructions = speech.instructions ?? `You are ${personaName}, a friendly conversation partner.`;
  const plan: EnginePlan = {
    name,
    avatarName: personaName,
    instructions: withContext(renderTemplate(instructions, variables, 'instructions'), promptCtx),
    search: speech.search,
    emotions: speech.emotions,
    memory: speech.memory,
  };
  if (speech.onBackchannel === 'stop') plan.stopsOnBackchannel = true;
  const { patience: _, ...turnTaking } = speech.turnTaking;
  plan.turnTaking = turnTaking;
  const usedServers = selectServers(name, servers);
  if (Object.keys(usedServers).length > 0) plan.servers = usedServers;
  if (speech.language) plan.language = speech.language;
  if (speech.greeting) plan.greeting = renderTemplate(speech.greeting, variables, 'greeting');
  if (speech.apology) plan.apology = speech.apology;
  if (speech.waitMsgs) plan.waitMsgs = [...speech.waitMsgs];
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
    provider,
    plan,
    warnings: [
      ...(servers.llm ? [] : replacementWarnings(provider, name, engines)),
      ...searchWarnings(speech, name, engines),
      ...Object.values(servers)
        .filter((server) => !Object.values(usedServers).includes(server))
        .map((server) => `The model server ${server.name} is not used, because ${traits.title} answers.`),
    ],
  };
}

/** Switches to this service's provider. Voice and model belong to the original provider, so they are dropped. */
function withDefaultProvider(speech: Speech, engines: EngineChoice): Speech {
  const provider = defaultProvider(engines);
  return provider === speech.provider
    ? speech
    : { ...speech, provider, model: null, voice: null, voiceInstructions: null };
}

/** Returns the variables that a provider accepts for its agents: texts, numbers and booleans. */
function plainValues(values: Record<string, unknown>): Record<string, string | number | boolean> {
  const plain: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      plain[name] = value;
  }
  return plain;
}

/** @throws DomainError `unprocessable` if nothing may replace a provider that is not configured */
function requireFallbackEngine(provider: Provider, engines: EngineChoice): EngineName {
  const name = chooseFallbackEngine(engines);
  if (name) return name;
  const setting = engines.missingSetting(provider);
  throw unprocessable(
    'speaker.provider',
    `The provider ${provider} is not configured: neither ${setting} nor a key of the organization is set.`,
  );
}

function replacementWarnings(provider: Provider, name: EngineName, engines: EngineChoice): string[] {
  if (engines.engineFor(provider) === name) return [];
  // The provider may be just the default, which nobody has chosen.
  if (name === 'builtin' && provider === defaultProvider(engines))
    return ['This service has no model yet, so the built-in offline engine answers.'];
  const setting = engines.missingSetting(provider);
  const answers = name === 'builtin' ? 'the built-in offline engine' : 'the language model of this machine';
  return [`${setting} is not set, so ${answers} answers in place of ${provider}.`];
}

function searchWarnings(speech: Speech, name: EngineName, engines: EngineChoice): string[] {
  if (!speech.search || engines.searchesWeb(name)) return [];
  return [
    name === 'builtin'
      ? 'The built-in offline engine cannot search the web.'
      : 'SEARCH_BASE_URL is not set, so the agent cannot search the web.',
  ];
}

/** Only the pipeline uses a voice server, and a provider that processes audio itself needs no transcription. */
function selectServers(name: EngineName, servers: Servers): Servers {
  if (name === 'pipeline') return servers;
  return name === 'builtin' && servers.stt ? { stt: servers.stt } : {};
}

function withContext(instructions: string, promptCtx: string | null): string {
  return promptCtx ? `${instructions}\n\n# Additional context\n\n${promptCtx}` : instructions;
}
