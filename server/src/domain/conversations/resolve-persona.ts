import type { AgentVoice, CreateAgent, Provider } from '@visavis/contracts';
import { invalid, unprocessable } from '../errors.ts';
import type { KnowledgeBases } from '../knowledge-bases/knowledge-bases.ts';
import type { Agent, Agents } from '../personas/agents.ts';
import type { Avatars } from '../personas/avatars.ts';
import type { Brains } from '../personas/brains.ts';
import { type Characters, characterIdentity, characterProvider } from '../personas/characters.ts';
import type { Face, Faces } from '../personas/faces.ts';
import { CHARACTER_OR_AVATAR, isCharacterId } from '../personas/refer-persona.ts';
import type { Voices } from '../personas/voices.ts';
import type { Tools } from '../tools/tools.ts';
import type { PersonaSnapshot } from './persona-snapshot.ts';
import type { StartRequest } from './start-request.ts';
import type { UndoList } from './undo-list.ts';
import type { WayToRun } from './way-to-run.ts';

/** What the persona says and how, before templates are filled in. */
export interface Speech {
  provider: Provider;
  model: string | null;
  voice: AgentVoice | null;
  voiceInstructions: string | null;
  instructions: string | null;
  greeting: string | null;
  remoteId: string | null;
  search: boolean;
  emotions: boolean;
  memory: boolean;
  toolIds: readonly string[];
}

/** Who a conversation is with. */
export interface Persona {
  name: string;
  /** Under which the avatar joins a room of the service. */
  identity: string;
  face: Face;
  avatarId: string | null;
  agentId: string | null;
  characterId: string | null;
  knowledgeBaseId: string | null;
  /** Absent where the caller's own agent speaks. */
  speech: Speech | undefined;
  snapshot: PersonaSnapshot;
}

export interface PersonaSources {
  avatars: Avatars;
  agents: Agents;
  characters: Characters;
  faces: Faces;
  voices: Voices;
  brains: Brains;
  knowledgeBases: KnowledgeBases;
  tools: Pick<Tools, 'getMany'>;
}

/**
 * Resolves the references of the request, once. An avatar or agent defined in place is saved as if by its own
 * operation; `undo` takes it back.
 * @throws DomainError `unprocessable` for an unknown reference or where nobody would speak
 */
export async function resolvePersona(
  sources: PersonaSources,
  request: StartRequest,
  way: WayToRun,
  undo: UndoList,
): Promise<Persona> {
  const { organizationId, knowledgeBaseId, fields } = request;
  if (knowledgeBaseId)
    await sources.knowledgeBases.refer(organizationId, knowledgeBaseId, fields.knowledgeBase);
  const id = request.persona.kind === 'id' ? request.persona.id : request.persona.avatar.id;
  const persona =
    id && isCharacterId(id)
      ? await fromCharacter(sources, request, way, id, undo)
      : await fromAvatar(sources, request, way, undo);
  return knowledgeBaseId ? { ...persona, knowledgeBaseId } : persona;
}

async function fromCharacter(
  sources: PersonaSources,
  request: StartRequest,
  way: WayToRun,
  id: string,
  undo: UndoList,
): Promise<Persona> {
  const { organizationId, fields } = request;
  if (request.persona.kind === 'avatar') refuseMixedAvatar(request.persona.avatar);
  const character = await sources.characters.refer(organizationId, id, fields.persona);
  const face = await sources.faces.get(organizationId, character.faceId);
  const named = way.way === 'hosted' ? await namedAgent(sources, request, undo) : undefined;
  const pieces = await speechPieces(sources, organizationId, character.voiceId, character.brainId);
  const knowledgeBase = character.knowledgeBaseId
    ? await sources.knowledgeBases.get(organizationId, character.knowledgeBaseId)
    : undefined;
  const base = {
    name: character.name,
    identity: characterIdentity(character),
    face,
    snapshot: { agent: named, character, face, ...pieces, knowledgeBase },
    avatarId: null,
    characterId: character.id,
    agentId: named?.id ?? null,
    knowledgeBaseId: named?.knowledgeBaseId ?? character.knowledgeBaseId,
  };
  if (way.way !== 'hosted') return { ...base, speech: undefined };
  if (named) return { ...base, speech: await agentSpeech(sources, named) };
  return {
    ...base,
    speech: {
      provider: characterProvider(character),
      model: null,
      voice: pieces.voice?.identity ?? null,
      voiceInstructions: pieces.voice?.instructions ?? null,
      instructions: pieces.brain?.instructions ?? null,
      greeting: pieces.brain?.greetingMessage ?? null,
      remoteId: character.elevenlabsAgentId,
      search: character.search,
      emotions: true,
      memory: character.memory,
      toolIds: character.toolIds,
    },
  };
}

async function fromAvatar(
  sources: PersonaSources,
  request: StartRequest,
  way: WayToRun,
  undo: UndoList,
): Promise<Persona> {
  const { organizationId } = request;
  const avatar = await chosenAvatar(sources, request, undo);
  const face = await sources.faces.get(organizationId, avatar.faceId);
  const linkedAgent = avatar.agentId ? await sources.agents.get(organizationId, avatar.agentId) : undefined;
  const base = {
    name: avatar.name,
    identity: avatar.identity,
    face,
    avatarId: avatar.id,
    characterId: null,
    snapshot: { avatar, linkedAgent },
  };
  if (way.way !== 'hosted') return { ...base, agentId: null, knowledgeBaseId: null, speech: undefined };
  const agent = (await namedAgent(sources, request, undo)) ?? linkedAgent;
  if (!agent) {
    const { fields, persona } = request;
    const remedy =
      persona.kind === 'id' ? 'link an agent with it' : 'name an agent, link one with the avatar';
    throw unprocessable(
      persona.kind === 'id' ? fields.persona : 'agent',
      `Nobody would speak: ${remedy}, or name your own in ${fields.remoteAgent}.`,
    );
  }
  const speech = await agentSpeech(sources, agent);
  const snapshot = { ...base.snapshot, agent };
  return { ...base, snapshot, agentId: agent.id, knowledgeBaseId: agent.knowledgeBaseId, speech };
}

async function chosenAvatar(sources: PersonaSources, request: StartRequest, undo: UndoList) {
  const { organizationId, fields, persona, client } = request;
  if (persona.kind === 'id')
    return sources.avatars.refer(organizationId, persona.id, fields.persona, CHARACTER_OR_AVATAR);
  const { avatar: choice } = persona;
  if (choice.id) {
    refuseMixedAvatar(choice);
    return sources.avatars.refer(organizationId, choice.id, fields.persona);
  }
  const { id: _, ...draft } = choice;
  const inPlace = { ...draft, client: draft.client ?? client };
  const { avatar, newFace } = await sources.avatars.create(organizationId, inPlace, 'avatar.');
  if (newFace) undo.add(() => sources.faces.remove(organizationId, newFace.id));
  undo.add(() => sources.avatars.remove(organizationId, avatar.id));
  return avatar;
}

function refuseMixedAvatar(choice: object): void {
  const other = Object.entries(choice).find(
    ([key, value]) => key !== 'id' && value !== undefined && value !== null,
  );
  if (other)
    throw unprocessable(`avatar.${other[0]}`, 'Either name an existing avatar by id or define a new one.');
}

async function namedAgent(
  sources: PersonaSources,
  request: StartRequest,
  undo: UndoList,
): Promise<Agent | undefined> {
  const { organizationId, persona, client } = request;
  if (persona.kind !== 'avatar' || !persona.agent) return undefined;
  const { id, provider, ...draft } = persona.agent;
  if (id) {
    if (provider || Object.values(draft).some((value) => value !== undefined && value !== null)) {
      throw unprocessable('agent', 'Either name an existing agent by id or define a new one.');
    }
    return sources.agents.refer(organizationId, id, 'agent.id');
  }
  if (!provider)
    throw invalid('agent.provider', 'is required for an agent defined in place (or give agent.id).');
  const fields: CreateAgent = { provider, ...draft, client: draft.client ?? client };
  const agent = await sources.agents.create(organizationId, fields, 'agent.');
  undo.add(() => sources.agents.remove(organizationId, agent.id));
  return agent;
}

/** What an agent has of its own comes before what its voice and brain give. */
async function agentSpeech(sources: PersonaSources, agent: Agent): Promise<Speech> {
  const { voice, brain } = await speechPieces(sources, agent.organizationId, agent.voiceId, agent.brainId);
  return {
    provider: agent.provider,
    model: agent.model,
    voice: agent.voice ?? voice?.identity ?? null,
    voiceInstructions: voice?.instructions ?? null,
    instructions: agent.instructions ?? brain?.instructions ?? null,
    greeting: agent.greetingMsg ?? brain?.greetingMessage ?? null,
    remoteId: agent.remoteId,
    search: agent.search,
    emotions: agent.emotions,
    memory: agent.memory,
    toolIds: agent.toolIds,
  };
}

async function speechPieces(
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
