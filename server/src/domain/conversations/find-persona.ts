import { invalid, prefixErrorFields, unprocessable } from '../errors.ts';
import type { KnowledgeBases } from '../knowledge-bases/knowledge-bases.ts';
import type { ModelServers } from '../model-servers/model-servers.ts';
import type { Agent, Agents } from '../personas/agents.ts';
import type { Avatar, Avatars, CreatedAvatar } from '../personas/avatars.ts';
import type { Brains } from '../personas/brains.ts';
import type { Character, Characters } from '../personas/characters.ts';
import type { Face } from '../personas/face.ts';
import type { Faces } from '../personas/faces.ts';
import { CHARACTER_OR_AVATAR, isCharacterId } from '../personas/resolve-persona-reference.ts';
import type { Voices } from '../personas/voices.ts';
import { referenceId } from '../references.ts';
import type { Tools } from '../tools/tools.ts';
import type { StartRequest } from './start-request.ts';

export interface PersonaSources {
  avatars: Avatars;
  agents: Agents;
  characters: Characters;
  faces: Faces;
  voices: Voices;
  brains: Brains;
  knowledgeBases: KnowledgeBases;
  tools: Pick<Tools, 'getMany'>;
  modelServers: Pick<ModelServers, 'plan'>;
}

export type SelectedPersona =
  | { kind: 'character'; character: Character; face: Face }
  | { kind: 'avatar'; avatar: Avatar; face: Face; linkedAgent: Agent | undefined };

/** Creates the avatar that the request defines inline. Returns `undefined` if the request names an existing one. */
export async function createAvatar(
  { avatars }: PersonaSources,
  { organizationId, persona, client }: StartRequest,
): Promise<CreatedAvatar | undefined> {
  if (persona.kind === 'id' || persona.avatar.id) return undefined;
  const { id: _, ...draft } = persona.avatar;
  return prefixErrorFields('avatar', () =>
    avatars.create(organizationId, { ...draft, client: draft.client ?? client }),
  );
}

export async function removeAvatar(
  { avatars, faces }: PersonaSources,
  { avatar, newFace }: CreatedAvatar,
): Promise<void> {
  await avatars.remove(avatar.organizationId, avatar.id);
  if (newFace) await faces.remove(newFace.organizationId, newFace.id);
}

/** Finds the character or avatar of the request. @throws DomainError `unprocessable` for an unknown reference */
export async function selectPersona(
  sources: PersonaSources,
  { organizationId, persona, onlyClient }: StartRequest,
  createdAvatar: Avatar | undefined,
): Promise<SelectedPersona> {
  if (persona.kind === 'avatar' && !createdAvatar) refuseMixedAvatar(persona.avatar);
  const id = persona.kind === 'id' ? persona.id : persona.avatar.id;
  if (!createdAvatar && id && isCharacterId(id)) {
    const character = await sources.characters.resolveReference(organizationId, id, 'persona', {
      onlyClient,
    });
    return { kind: 'character', character, face: await sources.faces.get(organizationId, character.faceId) };
  }
  const label = persona.kind === 'id' ? CHARACTER_OR_AVATAR : undefined;
  const avatar =
    createdAvatar ??
    (await sources.avatars.resolveReference(organizationId, id!, 'persona', { label, onlyClient }));
  return {
    kind: 'avatar',
    avatar,
    face: await sources.faces.get(organizationId, avatar.faceId),
    linkedAgent: avatar.agentId ? await sources.agents.get(organizationId, avatar.agentId) : undefined,
  };
}

/**
 * Creates the agent that the request defines inline. Returns `undefined` if the request names an existing one, or none.
 * @throws DomainError if it is incomplete, or if the request both names and defines an agent
 */
export async function createAgent(
  { agents }: PersonaSources,
  { organizationId, persona, client }: StartRequest,
): Promise<Agent | undefined> {
  if (persona.kind === 'id' || !persona.agent) return undefined;
  const { id, provider, ...draft } = persona.agent;
  if (referenceId(id)) {
    if (provider || Object.values(draft).some((value) => value !== undefined && value !== null)) {
      throw unprocessable('agent', 'Either name an existing agent by id or define a new one.');
    }
    return undefined;
  }
  if (!provider) {
    throw invalid('agent.provider', 'is required for an agent defined in place (or give agent.id).');
  }
  return prefixErrorFields('agent', () =>
    agents.create(organizationId, { provider, ...draft, client: draft.client ?? client }),
  );
}

/** Finds the agent that the request names by id. @throws DomainError `unprocessable` if it does not exist */
export async function findAgent(
  { agents }: PersonaSources,
  { organizationId, persona, onlyClient }: StartRequest,
): Promise<Agent | undefined> {
  const id = persona.kind === 'avatar' ? referenceId(persona.agent?.id) : undefined;
  return id ? agents.resolveReference(organizationId, id, 'agent.id', { onlyClient }) : undefined;
}

function refuseMixedAvatar(choice: object): void {
  const other = Object.entries(choice).find(
    ([key, value]) => key !== 'id' && value !== undefined && value !== null,
  );
  if (other) {
    throw unprocessable(`avatar.${other[0]}`, 'Either name an existing avatar by id or define a new one.');
  }
}
