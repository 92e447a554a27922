import type { EnginePlan, HeldTurnTaking } from '@visavis/contracts';
import { unprocessable } from '../errors.ts';
import type { Agent } from '../personas/agents.ts';
import { characterIdentity, characterProvider } from '../personas/characters.ts';
import type { Face } from '../personas/face.ts';
import { readTurnTaking, resolveTurnTaking } from '../personas/turn-taking.ts';
import type { PersonaSnapshot } from './conversation.ts';
import type { ConversationSetup } from './conversation-setup.ts';
import type { PersonaSources, SelectedPersona } from './find-persona.ts';
import type { StartRequest } from './start-request.ts';

/** The persona's instructions, greeting and voice, before templates are filled in. */
export interface Speech
  extends Pick<Agent, 'provider' | 'model' | 'voice' | 'instructions' | 'waitMsgs' | 'remoteId' | 'language'>,
    Pick<Agent, 'search' | 'emotions' | 'memory' | 'onBackchannel' | 'toolIds'> {
  /** Nobody has chosen the provider: any for which this service has a key may answer. */
  isAnyProvider?: boolean;
  voiceInstructions: string | null;
  greeting: string | null;
  apology: string | null;
  turnTaking: HeldTurnTaking;
  /** The organization's model servers, which replace those of the settings. */
  servers?: EnginePlan['servers'];
}

export interface Persona {
  name: string;
  /** The avatar's identity in a room of the service. */
  identity: string;
  face: Face;
  avatarId: string | null;
  agentId: string | null;
  characterId: string | null;
  knowledgeBaseId: string | null;
  /** Whether the avatar has video, or only audio. */
  video: boolean;
  /** Absent if the caller's own agent speaks. */
  speech: Speech | undefined;
  snapshot: PersonaSnapshot;
}

type PersonaBase = Omit<Persona, 'video'>;

/**
 * Resolves the persona that the request names.
 * @param requestedAgent the agent that the request names, which replaces the avatar's linked agent
 * @throws DomainError `unprocessable` if there would be no speaker
 */
export async function resolvePersona(
  sources: PersonaSources,
  request: StartRequest,
  setup: ConversationSetup,
  selected: SelectedPersona,
  requestedAgent: Agent | undefined,
): Promise<Persona> {
  const persona =
    selected.kind === 'character'
      ? await fromCharacter(sources, setup, selected, requestedAgent)
      : await fromAvatar(sources, request, setup, selected, requestedAgent);
  const knowledgeBaseId = request.knowledgeBaseId ?? persona.knowledgeBaseId;
  const searched = knowledgeBaseId
    ? await sources.knowledgeBases.get(request.organizationId, knowledgeBaseId)
    : undefined;
  const greeting = request.embed?.greeting;
  const turnTaking = readTurnTaking(request.turnTaking, 'turnTaking');
  return {
    ...persona,
    knowledgeBaseId,
    video: request.video ?? (request.embed?.video !== false && persona.snapshot.agent?.video !== false),
    snapshot: { ...persona.snapshot, searched },
    speech: persona.speech && {
      ...persona.speech,
      ...(greeting && { greeting }),
      ...(turnTaking && { turnTaking: resolveTurnTaking(turnTaking) }),
    },
  };
}

async function fromCharacter(
  sources: PersonaSources,
  setup: ConversationSetup,
  { character, face }: SelectedPersona & { kind: 'character' },
  requestedAgent: Agent | undefined,
): Promise<PersonaBase> {
  const { organizationId } = character;
  const pieces = await voiceAndBrainOf(sources, organizationId, character.voiceId, character.brainId);
  const knowledgeBase = character.knowledgeBaseId
    ? await sources.knowledgeBases.get(organizationId, character.knowledgeBaseId)
    : undefined;
  const base = {
    name: character.name,
    identity: characterIdentity(character),
    face,
    snapshot: { agent: requestedAgent, character, face, ...pieces, knowledgeBase },
    avatarId: null,
    characterId: character.id,
    agentId: requestedAgent?.id ?? null,
    knowledgeBaseId: requestedAgent?.knowledgeBaseId ?? character.knowledgeBaseId,
  };
  if (setup.kind !== 'hosted') return { ...base, speech: undefined };
  if (requestedAgent) return { ...base, speech: await agentSpeech(sources, requestedAgent) };
  return {
    ...base,
    speech: {
      provider: characterProvider(character),
      isAnyProvider: !character.elevenlabsAgentId,
      model: null,
      voice: pieces.voice?.identity ?? null,
      voiceInstructions: pieces.voice?.instructions ?? null,
      instructions: pieces.brain?.instructions ?? null,
      greeting: pieces.brain?.greetingMessage ?? null,
      apology: null,
      waitMsgs: null,
      remoteId: character.elevenlabsAgentId,
      search: character.search,
      emotions: true,
      memory: character.memory,
      onBackchannel: 'ignore',
      turnTaking: resolveTurnTaking(null),
      language: null,
      toolIds: character.toolIds,
    },
  };
}

async function fromAvatar(
  sources: PersonaSources,
  request: StartRequest,
  setup: ConversationSetup,
  { avatar, face, linkedAgent }: SelectedPersona & { kind: 'avatar' },
  requestedAgent: Agent | undefined,
): Promise<PersonaBase> {
  const base = {
    name: avatar.name,
    identity: avatar.identity,
    face,
    avatarId: avatar.id,
    characterId: null,
    snapshot: { avatar, linkedAgent },
  };
  if (setup.kind !== 'hosted') return { ...base, agentId: null, knowledgeBaseId: null, speech: undefined };
  const agent = requestedAgent ?? linkedAgent;
  if (!agent) {
    const isEmptyChoice = request.persona.kind === 'avatar' && isEmpty(request.persona.avatar);
    const remedy = isEmptyChoice
      ? 'give the id of an avatar that has an agent, specify an agent'
      : request.persona.kind === 'id'
        ? 'link an agent to it'
        : 'specify an agent, link one to the avatar';
    throw unprocessable(
      isEmptyChoice ? 'persona' : 'speaker',
      (nameOf) =>
        `The conversation has no agent that speaks: ${remedy}, or specify your own in ${nameOf('remoteAgent')}.`,
    );
  }
  const speech = await agentSpeech(sources, agent);
  const snapshot = { ...base.snapshot, agent };
  return { ...base, snapshot, agentId: agent.id, knowledgeBaseId: agent.knowledgeBaseId, speech };
}

/** Whether every field is empty, for instance because a script's variable for the id was empty. */
const isEmpty = (choice: object) =>
  Object.values(choice).every((value) => value === undefined || value === null || value === '');

/** An agent's own settings take precedence over those of its voice and brain. */
async function agentSpeech(sources: PersonaSources, agent: Agent): Promise<Speech> {
  const { voice, brain } = await voiceAndBrainOf(sources, agent.organizationId, agent.voiceId, agent.brainId);
  return {
    provider: agent.provider,
    isAnyProvider: agent.anyProvider,
    model: agent.model,
    voice: agent.voice ?? voice?.identity ?? null,
    voiceInstructions: voice?.instructions ?? null,
    instructions: agent.instructions ?? brain?.instructions ?? null,
    greeting: agent.greetingMsg ?? brain?.greetingMessage ?? null,
    apology: agent.apologyMsg,
    waitMsgs: agent.waitMsgs,
    remoteId: agent.remoteId,
    search: agent.search,
    emotions: agent.emotions,
    memory: agent.memory,
    onBackchannel: agent.onBackchannel,
    turnTaking: resolveTurnTaking(agent.turnTaking),
    language: agent.language,
    servers: await sources.modelServers.plan(agent.organizationId, agent),
    toolIds: agent.toolIds,
  };
}

async function voiceAndBrainOf(
  { voices, brains }: PersonaSources,
  organizationId: string,
  voiceId: string | null,
  brainId: string | null,
) {
  return {
    voice: voiceId ? await voices.get(organizationId, voiceId) : undefined,
    brain: brainId ? await brains.get(organizationId, brainId) : undefined,
  };
}
